import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, a: pl.Array[8, pl.INT32], i: pl.Scalar[pl.INDEX], v: pl.Scalar[pl.INT32]):
        u = a[i + 1]
        a[i] = v
        r = a[i + 1]
        return r, u
