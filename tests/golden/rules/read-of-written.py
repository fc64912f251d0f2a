# An element that was just written.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, x: pl.InOut[pl.Tensor[[16], pl.INT32]], i: pl.Scalar[pl.INDEX], v: pl.Scalar[pl.INT32]):
        pl.write(x, [i], v)
        r = pl.read(x, [i])
        return r, x
