# rows: D20
# The scope counts by an extent of a tensor that it does not take: the extent comes in as a number.
import pypto.language as pl

N = pl.dynamic("N")


@pl.program
class P:
    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[N, 16], pl.FP32], a: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        rows = pl.tensor.dim(x, 0)
        with pl.at(level=pl.Level.CORE_GROUP):
            t: pl.Tile[[16], pl.FP32] = pl.load(a, [0], [16])
            for i in pl.range(rows):
                t = pl.add(t, 1.0)
            o = pl.store(t, [0], o)
        return o
