# One whose condition does not hold is its other arm.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, x: pl.Tensor[[8], pl.FP32]):
        y = x
        if False: y = pl.neg(x)
        r = y
        return pl.exp(r)
