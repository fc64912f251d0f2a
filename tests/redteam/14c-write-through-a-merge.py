# A write through what a branch picked may hit either parameter.
import pypto.language as pl


@pl.program
class MergeWrite:
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, a: pl.InOut[pl.Tensor[[16], pl.FP32]], b: pl.InOut[pl.Tensor[[16], pl.FP32]], o: pl.Out[pl.Tensor[[16], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16], pl.FP32]:
        if n < 2:
            w = a
        else:
            w = b
        t: pl.Tile[[16], pl.FP32] = pl.tile.full([16], dtype=pl.FP32, value=3.0)
        w1: pl.Tensor[[16], pl.FP32] = pl.store(t, [0], w)
        u: pl.Tile[[16], pl.FP32] = pl.load(a, [0], [16])
        v: pl.Tile[[16], pl.FP32] = pl.load(b, [0], [16])
        o1: pl.Tensor[[16], pl.FP32] = pl.store(pl.add(u, v), [0], o)
        return o1
