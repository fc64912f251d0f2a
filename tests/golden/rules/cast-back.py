# A cast back, after one that lost nothing.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, x: pl.Tensor[[4, 8], pl.FP16]):
        r = pl.cast(pl.cast(x, pl.FP32), pl.FP16)
        return pl.exp(r)
