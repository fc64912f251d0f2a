# And its right side.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, x: pl.Tensor[[4, 8], pl.FP32], y: pl.Tensor[[4, 8], pl.FP32]):
        r = pl.matmul(x, pl.transpose(y, 0, 1))
        return pl.exp(r)
