# An element is not another.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, x: pl.InOut[pl.Tensor[[16], pl.INT32]], i: pl.Scalar[pl.INDEX], v: pl.Scalar[pl.INT32]):
        u = pl.read(x, [i + 1])
        pl.write(x, [i], v)
        r = pl.read(x, [i + 1])
        return r, u, x
