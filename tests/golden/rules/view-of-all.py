# The same of storage.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, x: pl.InOut[pl.Tensor[[16, 16], pl.FP32]], y: pl.Tensor[[1, 1], pl.FP32]):
        x = pl.assemble(x, y, [0, 0])
        r = pl.slice(x, [16, 16], [0, 0])
        return pl.exp(r), x
