# An element of one value everywhere.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, v: pl.Scalar[pl.INT32]):
        r = pl.read(pl.full([4, 8], pl.FP32, v), [1, 2])
        return r
