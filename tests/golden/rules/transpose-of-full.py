# One value everywhere, transposed.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, v: pl.Scalar[pl.FP32]):
        r = pl.transpose(pl.full([4, 8], pl.FP32, v), 0, 1)
        return pl.exp(r)
