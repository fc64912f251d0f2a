# The extreme of a value repeated is that value.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, x: pl.Tensor[[4, 8], pl.FP32], v: pl.Tensor[[4, 1], pl.FP32]):
        r = pl.row_max(pl.row_expand(x, v))
        return pl.exp(r)
