# What is loaded of a window of x is loaded of x, where it was just written.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, x: pl.InOut[pl.Tensor[[16, 16], pl.FP32]], y: pl.Tensor[[1, 1], pl.FP32]):
        x = pl.assemble(x, y, [5, 5])
        r = pl.load(pl.slice(x, [8, 8], [4, 4]), [1, 1], [2, 2])
        return pl.exp(r), x
