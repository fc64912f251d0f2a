# A helper that nobody calls passes one buffer twice. It goes without a trace, so the kernel was optimized with caution the
# first time and without the second.
import pypto.language as pl


@pl.program
class Idle:
    @pl.function(type=pl.FunctionType.InCore)
    def k0(self, s: pl.Out[pl.Tensor[[16], pl.FP32]], b: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t = pl.load(b, [0], [16])
        s1 = pl.store(pl.neg(t), [0], s)
        u = pl.load(b, [0], [16])
        b1 = pl.store(u, [0], b)
        return b1

    @pl.function(type=pl.FunctionType.Inline)
    def idle(self, x: pl.Tensor[[16], pl.FP32]):
        x = self.k0(x, x)

    @pl.function
    def main(self, a: pl.InOut[pl.Tensor[[16], pl.FP32]], o: pl.InOut[pl.Tensor[[16], pl.FP32]]):
        o = self.k0(a, o)
