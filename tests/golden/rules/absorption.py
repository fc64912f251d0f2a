# The smaller of a thing and something larger.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, i: pl.Scalar[pl.INDEX], n: pl.Scalar[pl.INDEX]):
        r = pl.min(i, pl.max(n, i))
        return r
