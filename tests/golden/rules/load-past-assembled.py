# The same where a tensor was put.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, x: pl.InOut[pl.Tensor[[16, 16], pl.FP32]], y: pl.Tensor[[4, 4], pl.FP32]):
        u = pl.load(x, [8, 8], [4, 4])
        x = pl.assemble(x, y, [2, 2])
        r = pl.load(x, [8, 8], [4, 4])
        return pl.exp(r), u, x
