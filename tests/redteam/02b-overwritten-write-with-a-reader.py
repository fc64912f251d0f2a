# A write that a later whole write overwrites, with a reader between: it may not be dropped.
import pypto.language as pl


@pl.program
class OverwrittenRead:
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, x: pl.Tensor[[16], pl.FP32], a: pl.InOut[pl.Tensor[[16], pl.FP32]], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        t1: pl.Tile[[16], pl.FP32] = pl.load(x, [0], [16])
        a1: pl.Tensor[[16], pl.FP32] = pl.store(t1, [0], a)
        u: pl.Tile[[16], pl.FP32] = pl.load(a1, [0], [16])
        o1: pl.Tensor[[16], pl.FP32] = pl.store(pl.mul(u, 2.0), [0], o)
        a2: pl.Tensor[[16], pl.FP32] = pl.store(pl.add(t1, 3.0), [0], a1)
        return a2, o1
