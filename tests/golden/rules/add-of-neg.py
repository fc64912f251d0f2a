# Adding what is negated takes it away.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, x: pl.Tensor[[4, 8], pl.FP32], y: pl.Tensor[[4, 8], pl.FP32]):
        r = pl.add(x, pl.neg(y))
        return pl.exp(r)
