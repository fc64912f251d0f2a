# A window that lies in the second part.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, x: pl.Tensor[[4, 8], pl.FP32], y: pl.Tensor[[4, 8], pl.FP32]):
        r = pl.slice(pl.concat(x, y), [4, 4], [0, 10])
        return pl.exp(r)
