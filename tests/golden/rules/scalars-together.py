# One scalar after the other: integers regroup.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, x: pl.Tensor[[4, 8], pl.INT32]):
        r = pl.adds(pl.adds(x, 3), 4)
        return pl.muls(r, 7)
