# A row of one element is its own sum, product, and extreme.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, t: pl.Tile[[8, 1], pl.FP32, pl.Mem.Vec], u: pl.Tile[[8, 1], pl.FP32, pl.Mem.Vec]):
        r = pl.row_sum(t, u)
        return pl.exp(r)
