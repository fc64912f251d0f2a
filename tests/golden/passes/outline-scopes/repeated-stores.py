# rows: D30, D31
# The same target stored to twice, under one name and under two.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[64], pl.FP32], o: pl.Out[pl.Tensor[[64], pl.FP32]], p: pl.Out[pl.Tensor[[64], pl.FP32]]) -> tuple[pl.Tensor[[64], pl.FP32], pl.Tensor[[64], pl.FP32]]:
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="one"):
            t: pl.Tile[[16], pl.FP32] = pl.load(x, [0], [16])
            o = pl.store(t, [0], o)
            o = pl.store(t, [16], o)
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="two"):
            u: pl.Tile[[16], pl.FP32] = pl.load(x, [0], [16])
            p1 = pl.store(u, [0], p)
            p2 = pl.store(u, [16], p1)
        return o, p2
