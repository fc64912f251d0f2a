# Integers and the neutral scalar.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, x: pl.Tensor[[4, 8], pl.INT32]):
        r = pl.adds(x, 0)
        return pl.muls(r, 7)
