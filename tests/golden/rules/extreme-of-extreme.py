# The extreme of a thing and an extreme of it.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, i: pl.Scalar[pl.INDEX], n: pl.Scalar[pl.INDEX]):
        r = pl.min(pl.min(i, n), i)
        return r
