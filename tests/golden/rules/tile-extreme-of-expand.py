# The extreme of a value repeated is that value.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, t: pl.Tile[[4, 8], pl.FP32, pl.Mem.Vec], v: pl.Tile[[4, 1], pl.FP32, pl.Mem.Vec]):
        r = pl.row_max(pl.row_expand(t, v), t)
        return pl.exp(r)
