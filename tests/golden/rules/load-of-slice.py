# A window of a tensor is loaded from the tensor.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, x: pl.Tensor[[16, 16], pl.FP32]):
        r = pl.load(pl.slice(x, [8, 8], [4, 4]), [1, 1], [2, 2])
        return pl.exp(r)
