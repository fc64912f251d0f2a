import pypto.language as pl

class TestX:
    def test_a(self):
        TILE = 16
        n = TILE * 4

        @pl.program
        class Before:
            @pl.function
            def main(self, x: pl.Tensor[[n, TILE], pl.FP32]) -> pl.Tensor[[n, TILE], pl.FP32]:
                y: pl.Tensor[[n, TILE], pl.FP32] = pl.add(x, 1.0)
                return y

        @pl.program
        class Expected:
            @pl.function
            def main(self, x: pl.Tensor[[n, TILE], pl.FP32]) -> pl.Tensor[[n, TILE], pl.FP32]:
                y__ssa_v0: pl.Tensor[[n, TILE], pl.FP32] = pl.add(x, 1.0)
                return y__ssa_v0

        After = passes.convert_to_ssa()(Before)
        ir.assert_structural_equal(After, Expected)

    def test_b(self):
        @pl.function
        def helper(x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
            return pl.mul(x, 2.0)

        @pl.program
        class Prog2:
            @pl.function
            def main(self, x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
                return helper(x)
