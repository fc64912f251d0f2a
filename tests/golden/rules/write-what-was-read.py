# Writing what is there changes nothing.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, x: pl.InOut[pl.Tensor[[16], pl.INT32]], i: pl.Scalar[pl.INDEX]):
        u = pl.read(x, [0])
        pl.write(x, [i], pl.read(x, [i]))
        r = pl.read(x, [0])
        return r, u, x
