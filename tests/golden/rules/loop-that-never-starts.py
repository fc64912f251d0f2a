# A loop whose condition never holds hands on what it was given.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, x: pl.Tensor[[8], pl.FP32]):
        y = x
        while False: y = pl.neg(y)
        r = y
        return pl.exp(r)
