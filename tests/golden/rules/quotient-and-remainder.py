# Quotient and remainder make the number.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, i: pl.Scalar[pl.INDEX], n: pl.Scalar[pl.INDEX]):
        r = i // n * n + i % n
        return r
