# A remainder is below its divisor.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, i: pl.Scalar[pl.INDEX], n: pl.Scalar[pl.INDEX]):
        r = i % n % n
        return r
