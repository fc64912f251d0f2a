# A cast of a cast that lost nothing.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, v: pl.Scalar[pl.INT16]):
        r = pl.cast(pl.cast(v, pl.INT32), pl.FP32)
        return r
