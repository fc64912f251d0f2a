# Case 30-submit-tuple-keeps-task-id-last.
# Elsewhere: results were permuted without their types, or the task id with them.
# Right: results in order of parameters, the task id last; it stays a submit.
import pypto.language as pl


@pl.program
class SubmitSwap:
    @pl.function(type=pl.FunctionType.InCore)
    def duo(
        self,
        x: pl.Tensor[[8, 32], pl.FP32],
        f: pl.Out[pl.Tensor[[8, 32], pl.FP32]],
        g: pl.Out[pl.Tensor[[8, 32], pl.INT32]],
    ) -> tuple[pl.Tensor[[8, 32], pl.INT32], pl.Tensor[[8, 32], pl.FP32]]:
        t: pl.Tile[[8, 32], pl.FP32] = pl.load(x, [0, 0], [8, 32])
        g1: pl.Tensor[[8, 32], pl.INT32] = pl.store(pl.cast(t, target_type=pl.INT32), [0, 0], g)
        f1: pl.Tensor[[8, 32], pl.FP32] = pl.store(t, [0, 0], f)
        return g1, f1

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(
        self,
        x: pl.Tensor[[8, 32], pl.FP32],
        f: pl.Out[pl.Tensor[[8, 32], pl.FP32]],
        g: pl.Out[pl.Tensor[[8, 32], pl.INT32]],
        h: pl.Out[pl.Tensor[[8, 32], pl.FP32]],
        k: pl.Out[pl.Tensor[[8, 32], pl.INT32]],
    ) -> tuple[pl.Tensor[[8, 32], pl.FP32], pl.Tensor[[8, 32], pl.INT32]]:
        with pl.manual_scope():
            (g2, f2), t0 = pl.submit(self.duo, x, f, g)
            (k2, h2), _t1 = pl.submit(self.duo, f2, h, k, deps=[t0])
        return h2, k2
