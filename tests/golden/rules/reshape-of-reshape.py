# Only the last shape counts.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, x: pl.Tensor[[4, 8], pl.FP32]):
        r = pl.reshape(pl.reshape(x, [32]), [8, 4])
        return pl.exp(r)
