# rows: B37
# passes: dead-writes
# The first store is covered by the second before anyone reads; the third covers only a part; what is computed for a write
# that goes, goes too.
import pypto.language as pl


@pl.program
class Covered:
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]], p: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        t: pl.Tile[[16], pl.FP32] = pl.load(x, [0], [16])
        u: pl.Tile[[16], pl.FP32] = pl.exp(t)
        o1: pl.Tensor[[16], pl.FP32] = pl.store(u, [0], o)
        o2: pl.Tensor[[16], pl.FP32] = pl.store(t, [0], o1)
        v: pl.Tile[[8], pl.FP32] = pl.load(x, [4], [8])
        o3: pl.Tensor[[16], pl.FP32] = pl.store(v, [0], o2)
        p1: pl.Tensor[[16], pl.FP32] = pl.store(v, [8], p)
        p2: pl.Tensor[[16], pl.FP32] = pl.store(t, [0], p1)
        return o3, p2
