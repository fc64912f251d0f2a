# A cast of a cast that lost nothing.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, x: pl.Tensor[[4, 8], pl.INT8]):
        r = pl.cast(pl.cast(x, pl.INT16), pl.INT32)
        return pl.muls(r, 7)
