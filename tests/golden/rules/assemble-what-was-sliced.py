# Putting back what was taken from there changes nothing.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, x: pl.InOut[pl.Tensor[[16, 16], pl.FP32]], y: pl.Tensor[[4, 4], pl.FP32]):
        x = pl.assemble(x, y, [8, 8])
        u = pl.neg(x)
        x = pl.assemble(x, pl.slice(x, [4, 4], [2, 2]), [2, 2])
        r = pl.neg(x)
        return pl.exp(r), u, x
