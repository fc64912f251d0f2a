# Taking away what is negated adds it.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, x: pl.Tensor[[4, 8], pl.FP32], y: pl.Tensor[[4, 8], pl.FP32]):
        r = pl.sub(x, pl.neg(y))
        return pl.exp(r)
