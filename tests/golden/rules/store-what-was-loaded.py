# Storing what was loaded from there changes nothing.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, x: pl.InOut[pl.Tensor[[16, 16], pl.FP32]]):
        u = pl.load(x, [8, 8], [4, 4])
        x = pl.store(pl.load(x, [2, 2], [4, 4]), [2, 2], x)
        r = pl.load(x, [8, 8], [4, 4])
        return pl.exp(r), u, x
