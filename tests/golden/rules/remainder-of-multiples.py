# And is no remainder.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, i: pl.Scalar[pl.INDEX]):
        r = (i * 8 + 3) % 8
        return r
