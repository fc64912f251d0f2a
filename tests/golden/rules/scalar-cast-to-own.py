# A cast to the type that is there.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, v: pl.Scalar[pl.INT32]):
        r = pl.cast(v, pl.INT32)
        return r
