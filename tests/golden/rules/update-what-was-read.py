# Writing what is there changes nothing, in an array.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, q: pl.InOut[pl.Tensor[[2], pl.INT32]], i: pl.Scalar[pl.INDEX], v: pl.Scalar[pl.INT32]) -> pl.Tensor[[2], pl.INT32]:
        a = pl.array.create(8, dtype=pl.INT32)
        a[0] = v
        u = a[0]
        pl.write(q, [0], u + 1)
        a[i] = a[i]
        pl.write(q, [1], a[0] + 1)
        return q
