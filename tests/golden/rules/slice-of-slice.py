# A window of a window is a window.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, x: pl.Tensor[[16, 16], pl.FP32]):
        r = pl.slice(pl.slice(x, [8, 8], [4, 4]), [2, 2], [1, 1])
        return pl.exp(r)
