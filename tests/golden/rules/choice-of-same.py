# A choice between a thing and itself.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, m: pl.Tensor[[4, 8], pl.UINT8], x: pl.Tensor[[4, 8], pl.FP32]):
        r = pl.sel(m, x, x)
        return pl.exp(r)
