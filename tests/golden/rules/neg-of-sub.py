# A difference negated is the other difference. Not of floats: `x - x` is zero, its negation minus zero.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, x: pl.Tensor[[4, 8], pl.INT32], y: pl.Tensor[[4, 8], pl.INT32]):
        r = pl.neg(pl.sub(x, y))
        return pl.muls(r, 7)
