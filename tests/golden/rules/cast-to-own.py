# A cast to the type that is there.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, x: pl.Tensor[[4, 8], pl.FP32]):
        r = pl.cast(x, pl.FP32)
        return pl.exp(r)
