# Two windows side by side are one.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, x: pl.Tensor[[4, 16], pl.FP32]):
        r = pl.concat(pl.slice(x, [4, 8], [0, 2]), pl.slice(x, [4, 4], [0, 10]))
        return pl.exp(r)
