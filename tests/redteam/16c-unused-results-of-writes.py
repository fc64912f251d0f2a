# The results of these writes are not used; the writes are.
import pypto.language as pl


@pl.program
class UnusedResults:
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]], p: pl.Out[pl.Tensor[[16], pl.FP32]]):
        t: pl.Tile[[16], pl.FP32] = pl.load(x, [0], [16])
        o1: pl.Tensor[[16], pl.FP32] = pl.store(t, [0], o)
        p1: pl.Tensor[[16], pl.FP32] = pl.store(pl.neg(t), [0], p)
