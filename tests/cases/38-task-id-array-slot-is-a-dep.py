# Case 38-task-id-array-slot-is-a-dep.
# Elsewhere: a task id read from an array was no valid dependency.
# Right: the third task waits for the first: the slot was read before it was overwritten.
import pypto.language as pl


@pl.program
class SlotDep:
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
        z: pl.Out[pl.Tensor[[64, 16], pl.FP32]],
    ) -> tuple[pl.Tensor[[64, 16], pl.FP32], pl.Tensor[[64, 16], pl.FP32]]:
        ids = pl.array.create(2, pl.TASK_ID)
        y, a = pl.submit(self.job, x, 0, y)
        ids[0] = a
        keep = ids[0]
        y, b = pl.submit(self.job, x, 8, y)
        ids[0] = b
        z, _c = pl.submit(self.job, x, 16, z, deps=[keep])
        return y, z
