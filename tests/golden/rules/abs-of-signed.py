import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, v: pl.Scalar[pl.INT32]):
        r = abs(-v)
        return r
