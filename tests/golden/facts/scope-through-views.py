# rows: D20, D22, D23, D86
# A scope captures a window and the whole: only the window is written, the whole is read.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16], pl.FP32], big: pl.Tensor[[64], pl.FP32]):
        w = pl.tensor.slice(big, [16], [0])
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="k"):
            t = pl.load(x, [0], [16])
            u = pl.load(big, [16], [16])
            pl.store(pl.tile.add(t, u), [0], w)

#= k(x In, big In, w Out) -> w
#= main(x In, big In->InOut) ->
#=   call k: input, input, output_existing
