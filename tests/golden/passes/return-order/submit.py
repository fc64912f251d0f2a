# rows: B8, B10, B50, B51
# Submissions: the task id, deps and launch data stay where they are.
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
    def main(self, x: pl.Tensor[[16], pl.FP32], a: pl.Out[pl.Tensor[[16], pl.FP32]], b: pl.Out[pl.Tensor[[16], pl.FP32]], c: pl.Out[pl.Tensor[[16], pl.FP32]], d: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        with pl.manual_scope():
            p, q, t0 = pl.submit(self.kernel, x, a, b)
            r, s, t1 = pl.submit(self.kernel, p, c, d, deps=[t0])
        return r
