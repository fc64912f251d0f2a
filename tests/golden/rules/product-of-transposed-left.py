# A product takes its left side transposed as well.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, x: pl.Tensor[[8, 4], pl.FP32], y: pl.Tensor[[8, 4], pl.FP32]):
        r = pl.matmul(pl.transpose(x, 0, 1), y)
        return pl.exp(r)
