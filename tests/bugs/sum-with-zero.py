# `c + 0` is `c`, so the form of `c` as a sum could be `c` itself, and hid the one that the quotient has: `c + 3` kept its text until the
# output was optimized again.
import pypto.language as pl


@pl.program
class Generated:
    @pl.function(type=pl.FunctionType.InCore)
    def k1(self, q: pl.InOut[pl.Tensor[[16], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16], pl.FP32]:
        t = pl.load(q, [n % 3], [8])
        q = pl.store(t, [0], q)
        return q

    @pl.function
    def main(self, c: pl.InOut[pl.Tensor[[16], pl.FP32]], n: pl.Scalar[pl.INDEX]):
        d = (n - 5) // 2
        c = self.k1(c, d + 0)
        c = self.k1(c, d + 3)
