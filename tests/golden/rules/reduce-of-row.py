# The same of a column.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, x: pl.Tensor[[1, 8], pl.FP32]):
        r = pl.col_max(x)
        return pl.exp(r)
