# The window that is all.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, x: pl.Tensor[[16, 16], pl.FP32]):
        r = pl.slice(x, [16, 16], [0, 0])
        return pl.exp(r)
