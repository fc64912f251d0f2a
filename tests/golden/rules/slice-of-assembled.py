# What was put into a window is what the window holds.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, x: pl.InOut[pl.Tensor[[16, 16], pl.FP32]], y: pl.Tensor[[4, 4], pl.FP32]):
        x = pl.assemble(x, y, [2, 2])
        r = pl.neg(pl.slice(x, [4, 4], [2, 2]))
        return pl.exp(r), x
