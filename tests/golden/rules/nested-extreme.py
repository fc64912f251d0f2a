# The extreme of a thing and an extreme of it.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, x: pl.Tensor[[4, 8], pl.FP32], y: pl.Tensor[[4, 8], pl.FP32]):
        r = pl.maximum(pl.maximum(x, y), y)
        return pl.exp(r)
