# An element of a window.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, x: pl.Tensor[[16, 16], pl.FP32]):
        r = pl.read(pl.slice(x, [8, 8], [4, 4]), [1, 2])
        return r
