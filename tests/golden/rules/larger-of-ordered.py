# The larger of two whose order is known.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, i: pl.Scalar[pl.INDEX]):
        r = pl.max(i, i + 1)
        return r
