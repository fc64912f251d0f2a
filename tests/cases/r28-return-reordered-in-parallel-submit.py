# Case r28-return-reordered-in-parallel-submit.
# Elsewhere: such an unpacking was not read.
# Right: results and task id unpacked in one list; p is what was written to d.
import pypto.language as pl


@pl.program
class SubmitSwap:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, src: pl.Tensor[[32], pl.FP32], a: pl.Out[pl.Tensor[[32], pl.FP32]], b: pl.Out[pl.Tensor[[32], pl.FP32]]) -> tuple[pl.Tensor[[32], pl.FP32], pl.Tensor[[32], pl.FP32]]:
        t: pl.Tile[[32], pl.FP32] = pl.load(src, [0], [32])
        u: pl.Tile[[32], pl.FP32] = pl.exp(t)
        wb: pl.Tensor[[32], pl.FP32] = pl.store(u, [0], b)
        wa: pl.Tensor[[32], pl.FP32] = pl.store(t, [0], a)
        return (wb, wa)

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, src: pl.Tensor[[32], pl.FP32], a: pl.Out[pl.Tensor[[32], pl.FP32]], b: pl.Out[pl.Tensor[[32], pl.FP32]], c: pl.Out[pl.Tensor[[32], pl.FP32]], d: pl.Out[pl.Tensor[[32], pl.FP32]]) -> pl.Tensor[[32], pl.FP32]:
        with pl.manual_scope():
            x, y, t0 = pl.submit(self.k, src, a, b)
            p, q, t1 = pl.submit(self.k, x, c, d, deps=[t0])
        return p
