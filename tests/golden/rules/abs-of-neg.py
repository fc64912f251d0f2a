# A magnitude forgets the sign.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, x: pl.Tensor[[4, 8], pl.FP32]):
        r = pl.abs(pl.neg(x))
        return pl.exp(r)
