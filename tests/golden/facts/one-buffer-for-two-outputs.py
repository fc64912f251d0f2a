# rows: D74, B7
# One tensor for both outputs of a call: one call is one writer; a second such call comes after it.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def two(self, x: pl.Tensor[[16], pl.FP32], a: pl.Out[pl.Tensor[[16], pl.FP32]], b: pl.Out[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        t = pl.load(x, [0], [16])
        b1 = pl.store(t, [0], b)
        a1 = pl.store(t, [0], a)
        return b1, a1

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16], pl.FP32], a: pl.Out[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        p, q = self.two(x, a, a)
        u, v = self.two(x, p, q)
        return u, v

#= main(x In, a Out) -> a a
#=   call two: input, output_existing, output_existing
#=   call two: input, inout, inout
