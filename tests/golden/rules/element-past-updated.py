# An element of an array is not another.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, q: pl.InOut[pl.Tensor[[2], pl.INT32]], i: pl.Scalar[pl.INDEX], v: pl.Scalar[pl.INT32]) -> pl.Tensor[[2], pl.INT32]:
        a = pl.array.create(8, dtype=pl.INT32)
        a[i + 1] = v
        u = a[i + 1]
        pl.write(q, [0], u + 1)
        a[i] = v
        pl.write(q, [1], a[i + 1] + 1)
        return q
