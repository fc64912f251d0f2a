# What was just stored is what is loaded.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, x: pl.InOut[pl.Tensor[[16, 16], pl.FP32]], t: pl.Tile[[4, 4], pl.FP32, pl.Mem.Vec]):
        x = pl.store(t, [2, 2], x)
        r = pl.load(x, [2, 2], [4, 4])
        return pl.exp(r), x
