# A loop of no trips hands on what it was given.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, x: pl.Tensor[[8], pl.FP32]):
        y = x
        for i in pl.range(3, 3): y = pl.neg(y)
        r = y
        return pl.exp(r)
