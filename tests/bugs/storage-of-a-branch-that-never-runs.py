# Only the arm that never runs writes a tile, and `kept` may be that tile. So `kept` was storage to the graph, apart from
# `again`, which is a value; in the text that came out both are one value, and optimizing it again found that.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(self, o: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        kept = pl.load(o, [0], [16])
        again = pl.load(o, [0], [16])
        other = pl.load(o, [0], [16])
        o = pl.store(again, [0], o)
        if 1 < 2:
            last = pl.yield_(kept)
        else:
            written = pl.tile.write(other, [3], 2.5)
            last = pl.yield_(written)
        o = pl.store(last, [0], o)
        return o
