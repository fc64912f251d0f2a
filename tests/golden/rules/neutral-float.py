# Floats and the neutral scalar. Not `x + 0`: minus zero would become zero.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, x: pl.Tensor[[4, 8], pl.FP32]):
        r = pl.muls(x, 1.0)
        return pl.exp(r)
