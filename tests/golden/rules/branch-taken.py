# A branch whose condition holds is its first arm.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, x: pl.Tensor[[8], pl.FP32]):
        y = x
        if True: y = pl.neg(x)
        r = y
        return pl.exp(r)
