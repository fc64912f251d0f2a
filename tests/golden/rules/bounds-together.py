# Bounds one after the other.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, i: pl.Scalar[pl.INDEX]):
        r = pl.min(pl.min(i, 16), 8)
        return r
