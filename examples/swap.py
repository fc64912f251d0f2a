import pypto.language as pl

N = pl.dynamic("N")


@pl.program
class Scores:
    # Spliced into its caller; `N` is whatever extent the caller's tensor has.
    @pl.function(type=pl.FunctionType.Inline)
    def bump(self, x: pl.Tensor[[N, 16], pl.FP32], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[N, 16], pl.FP32]:
        n = n + 1
        sums, x = self.kernel(x, pl.create_tensor([16, 1], dtype=pl.FP32), n)
        return x

    # Writes `sums` before `out`, and returns them in that order.
    @pl.function(type=pl.FunctionType.AIV)
    def kernel(
        self,
        out: pl.InOut[pl.Tensor[[N, 16], pl.FP32]],
        sums: pl.Out[pl.Tensor[[16, 1], pl.FP32]],
        row: pl.Scalar[pl.INDEX],
    ) -> tuple[pl.Tensor[[16, 1], pl.FP32], pl.Tensor[[N, 16], pl.FP32]]:
        t = pl.exp(pl.load(out, [row, 0], [16, 16]))
        s = pl.store(pl.row_sum(t, pl.create_tile([16, 16], dtype=pl.FP32)), [0, 0], sums)
        o = pl.store(t, [row, 0], out)
        return s, o

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.InOut[pl.Tensor[[64, 16], pl.FP32]]) -> pl.Tensor[[64, 16], pl.FP32]:
        for i in pl.range(3):
            x = self.bump(x, i)
        return x
