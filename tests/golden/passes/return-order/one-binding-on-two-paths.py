# rows: B52, B56
# Each branch binds the tuple by a call of its own; one of them is not reordered.
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
    def other(self, x: pl.Tensor[[16], pl.FP32], out_a: pl.Out[pl.Tensor[[16], pl.FP32]], out_b: pl.Out[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        t: pl.Tile[[16], pl.FP32] = pl.load(x, [0], [16])
        a: pl.Tensor[[16], pl.FP32] = pl.store(t, [0], out_a)
        b: pl.Tensor[[16], pl.FP32] = pl.store(t, [0], out_b)
        return a, b

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16], pl.FP32], a: pl.Out[pl.Tensor[[16], pl.FP32]], b: pl.Out[pl.Tensor[[16], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16], pl.FP32]:
        if n == 0:
            ret = self.kernel(x, a, b)
        else:
            ret = self.other(x, a, b)
        p = ret[0]
        return p
