# One value everywhere under another shape.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, v: pl.Scalar[pl.FP32]):
        r = pl.reshape(pl.full([4, 8], pl.FP32, v), [32])
        return pl.exp(r)
