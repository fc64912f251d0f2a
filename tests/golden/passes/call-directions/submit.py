# rows: D77
# Submissions keep deps and launch data; only supplied arguments get a direction.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def k(self, x: pl.Tensor[[16], pl.FP32], a: pl.Out[pl.Tensor[[16], pl.FP32]], b: pl.Out[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        t: pl.Tile[[16], pl.FP32] = pl.load(x, [0], [16])
        a1: pl.Tensor[[16], pl.FP32] = pl.store(t, [0], a)
        b1: pl.Tensor[[16], pl.FP32] = pl.store(t, [0], b)
        return a1, b1

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16], pl.FP32], a: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        with pl.manual_scope():
            p, q, t = pl.submit(self.k, x, a)
            r, s, u = pl.spmd_submit(self.k, x, p, q, core_num=4, deps=[t])
        return r
