# A window of one value everywhere.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, v: pl.Scalar[pl.FP32]):
        r = pl.slice(pl.full([16, 16], pl.FP32, v), [2, 2], [5, 5])
        return pl.exp(r)
