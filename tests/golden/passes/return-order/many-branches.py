# rows: B24
# A chain of conditional writebacks is one lineage.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[16], pl.FP32], out: pl.Out[pl.Tensor[[16], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16], pl.FP32]:
        t: pl.Tile[[16], pl.FP32] = pl.load(x, [0], [16])
        r = out
        if n == 0:
            r: pl.Tensor[[16], pl.FP32] = pl.store(t, [0], r)
        if n == 1:
            r: pl.Tensor[[16], pl.FP32] = pl.store(t, [0], r)
        if n == 2:
            r: pl.Tensor[[16], pl.FP32] = pl.store(t, [0], r)
        if n == 3:
            r: pl.Tensor[[16], pl.FP32] = pl.store(t, [0], r)
        if n == 4:
            r: pl.Tensor[[16], pl.FP32] = pl.store(t, [0], r)
        if n == 5:
            r: pl.Tensor[[16], pl.FP32] = pl.store(t, [0], r)
        if n == 6:
            r: pl.Tensor[[16], pl.FP32] = pl.store(t, [0], r)
        if n == 7:
            r: pl.Tensor[[16], pl.FP32] = pl.store(t, [0], r)
        if n == 8:
            r: pl.Tensor[[16], pl.FP32] = pl.store(t, [0], r)
        if n == 9:
            r: pl.Tensor[[16], pl.FP32] = pl.store(t, [0], r)
        if n == 10:
            r: pl.Tensor[[16], pl.FP32] = pl.store(t, [0], r)
        if n == 11:
            r: pl.Tensor[[16], pl.FP32] = pl.store(t, [0], r)
        return r
