# A line lies the same way transposed: only its shape is another.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, x: pl.Tensor[[1, 8], pl.FP32]):
        r = pl.transpose(x, 0, 1)
        return pl.exp(r)
