# An exponential is above zero.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, x: pl.Tensor[[4, 8], pl.FP32]):
        r = pl.relu(pl.exp(x))
        return pl.exp(r)
