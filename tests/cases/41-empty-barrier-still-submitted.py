# Case 41-empty-barrier-still-submitted.
# Elsewhere: a barrier without dependencies was never submitted.
# Right: one barrier, unconditionally, then two tasks that wait for it.
import pypto.language as pl


@pl.program
class Gate:
    @pl.function(type=pl.FunctionType.InCore)
    def job(
        self,
        x: pl.Tensor[[64, 16], pl.FP32],
        row: pl.Scalar[pl.INDEX],
        y: pl.Out[pl.Tensor[[64, 16], pl.FP32]],
    ) -> pl.Tensor[[64, 16], pl.FP32]:
        t: pl.Tile[[8, 16], pl.FP32] = pl.load(x, [row, 0], [8, 16])
        r: pl.Tensor[[64, 16], pl.FP32] = pl.store(pl.add(t, 1.0), [row, 0], y)
        return r

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(
        self,
        x: pl.Tensor[[64, 16], pl.FP32],
        y: pl.Out[pl.Tensor[[64, 16], pl.FP32]],
    ) -> pl.Tensor[[64, 16], pl.FP32]:
        with pl.manual_scope():
            gate = pl.system.task_dummy(deps=[])
            y, a = pl.submit(self.job, x, 0, y, deps=[gate])
            y, _b = pl.submit(self.job, x, 8, y, deps=[gate, a])
        return y
