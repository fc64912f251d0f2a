# A manual scope: guards only where an id may be that of no task, slots copied when they are read, a barrier.
import pypto.language as pl


@pl.program
class Manual:
    @pl.function(type=pl.FunctionType.AIV)
    def job(
        self, x: pl.Tensor[[64, 16], pl.FP32], row: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[64, 16], pl.FP32]]
    ) -> pl.Tensor[[64, 16], pl.FP32]:
        t = pl.load(x, [row, 0], [8, 16])
        pl.store(pl.add(t, 1.0), [row, 0], y)
        return y

    @pl.function(type=pl.FunctionType.Orchestration, auto_scope=False)
    def main(
        self, x: pl.Tensor[[64, 16], pl.FP32], y: pl.Out[pl.Tensor[[64, 16], pl.FP32]]
    ) -> pl.Tensor[[64, 16], pl.FP32]:
        with pl.scope():
            with pl.manual_scope():
                gate = pl.system.task_dummy(deps=[])
                y_1, head = pl.submit(
                    self.job, x, 0, y, deps=[gate],
                    attrs={"arg_directions": [pl.adir.input, pl.adir.scalar, pl.adir.output_existing]},
                )
                last = pl.system.task_invalid()
                for i, (seen,) in pl.range(1, 6, init_values=(last,), attrs={"iter_arg_rebind_0": True}):
                    y_2, t = pl.submit(
                        self.job, x, i * 8, y_1, deps=[head, seen],
                        attrs={"arg_directions": [pl.adir.input, pl.adir.scalar, pl.adir.inout]},
                    )
                    seen_end = pl.yield_(t)
                ids = pl.array.create(2, pl.TASK_ID)
                ids[0] = seen_end
                keep = ids[0]
                y_3, u = pl.submit(
                    self.job, x, 48, y_1, deps=[seen_end],
                    attrs={"arg_directions": [pl.adir.input, pl.adir.scalar, pl.adir.inout]},
                )
                ids[0] = u
                fence = pl.system.task_dummy(deps=[ids])
                y_4, _v = pl.submit(
                    self.job, x, 56, y_3, deps=[keep, ids, fence],
                    attrs={"arg_directions": [pl.adir.input, pl.adir.scalar, pl.adir.inout]},
                )
        return y_4
