# Case 42-phase-fence-snapshot.
# Elsewhere: every task of a phase depended on every task before it, or on its own phase.
# Right: a phase waits for all tasks of the phase before and for none of its own; a barrier may stand
# between.
import pypto.language as pl


@pl.program
class Fence:
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
            ids = pl.array.create(8, pl.TASK_ID)
            for _ph, (seen,) in pl.range(3, init_values=(ids,)):
                fresh = pl.array.create(8, pl.TASK_ID)
                for b in pl.parallel(8):
                    row: pl.Scalar[pl.INDEX] = b * 8
                    y, t = pl.submit(self.job, x, row, y, deps=[seen])
                    fresh[b] = t
                ids = pl.yield_(fresh)
        return y
