# What is overwritten by a repeated value gave only the shape.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, x: pl.Tensor[[4, 8], pl.FP32], v: pl.Tensor[[4, 1], pl.FP32], w: pl.Tensor[[4, 1], pl.FP32]):
        r = pl.row_expand(pl.row_expand(x, w), v)
        return pl.exp(r)
