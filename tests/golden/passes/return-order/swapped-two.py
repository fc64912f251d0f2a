# rows: B3, B31, B37, B43, B46, B50
# Two outputs returned in the wrong order: the kernel, its types and the projections change together.
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

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16], pl.FP32], out_a: pl.Out[pl.Tensor[[16], pl.FP32]], out_b: pl.Out[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        ret = self.kernel(x, out_a, out_b)
        b = ret[0]
        a = ret[1]
        return a, b
