# A move to where it is.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, t: pl.Tile[[4, 4], pl.FP32, pl.Mem.Vec]):
        r = pl.move(t, target_memory=pl.Mem.Vec)
        return pl.exp(r)
