# The same of a column.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, t: pl.Tile[[1, 8], pl.FP32, pl.Mem.Vec]):
        r = pl.col_max(t)
        return pl.exp(r)
