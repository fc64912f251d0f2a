# The shape that is there.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, x: pl.Tensor[[4, 8], pl.FP32]):
        r = pl.reshape(x, [4, 8])
        return pl.exp(r)
