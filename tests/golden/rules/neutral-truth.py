# What does not decide.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, b: pl.Scalar[pl.BOOL]):
        r = b and True
        return r
