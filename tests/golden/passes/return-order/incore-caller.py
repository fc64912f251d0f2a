# rows: B58
# A kernel that calls a reordered kernel is a caller like any other.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(self, x: pl.Tensor[[16], pl.FP32], out_a: pl.Out[pl.Tensor[[16], pl.FP32]], out_b: pl.Out[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        t: pl.Tile[[16], pl.FP32] = pl.load(x, [0], [16])
        a = pl.tile.add(t, t)
        b = pl.tile.mul(t, t)
        out_b_store: pl.Tensor[[16], pl.FP32] = pl.store(b, [0], out_b)
        out_a_store: pl.Tensor[[16], pl.FP32] = pl.store(a, [0], out_a)
        return out_b_store, out_a_store

    @pl.function(type=pl.FunctionType.InCore)
    def outer(self, x: pl.Tensor[[16], pl.FP32], a: pl.Out[pl.Tensor[[16], pl.FP32]], b: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        p, q = self.kernel(x, a, b)
        return p
