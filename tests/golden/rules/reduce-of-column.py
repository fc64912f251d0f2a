# A row of one element is its own sum, product, and extreme.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, x: pl.Tensor[[8, 1], pl.FP32]):
        r = pl.row_sum(x)
        return pl.exp(r)
