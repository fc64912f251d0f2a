# Two axes swapped twice.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, x: pl.Tensor[[4, 8], pl.FP32]):
        r = pl.transpose(pl.transpose(x, 0, 1), 0, 1)
        return pl.exp(r)
