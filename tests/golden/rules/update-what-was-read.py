import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, a: pl.Array[8, pl.INT32], i: pl.Scalar[pl.INDEX]):
        u = a[0]
        a[i] = a[i]
        r = a[0]
        return r, u
