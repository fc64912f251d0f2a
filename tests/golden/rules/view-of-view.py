# The same of storage: both name one window of one buffer.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, x: pl.InOut[pl.Tensor[[16, 16], pl.FP32]], y: pl.Tensor[[1, 1], pl.FP32]):
        x = pl.assemble(x, y, [0, 0])
        r = pl.slice(pl.slice(x, [8, 8], [4, 4]), [2, 2], [1, 1])
        return pl.exp(r), x
