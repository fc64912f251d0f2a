# What is valid all over needs no padding.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, x: pl.Tensor[[4, 8], pl.FP32]):
        r = pl.fillpad(x)
        return pl.exp(r)
