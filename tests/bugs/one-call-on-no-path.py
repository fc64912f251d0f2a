# The only call that passes one buffer twice stands in a loop that runs no trip, and goes. The kernel, optimized with
# caution for it, is looked at again.
import pypto.language as pl


@pl.program
class NoPath:
    @pl.function(type=pl.FunctionType.InCore)
    def k0(self, s: pl.Out[pl.Tensor[[16], pl.FP32]], b: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t = pl.load(b, [0], [16])
        s1 = pl.store(pl.neg(t), [0], s)
        u = pl.load(b, [0], [16])
        b1 = pl.store(u, [0], b)
        return b1

    @pl.function
    def main(self, a: pl.InOut[pl.Tensor[[16], pl.FP32]], o: pl.InOut[pl.Tensor[[16], pl.FP32]]):
        for i in pl.range(0):
            a = self.k0(a, a)
        o = self.k0(a, o)
