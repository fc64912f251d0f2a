# An array that a loop only stores to is the array that it starts with; one that a loop replaces is copied at each trip's end.
import pypto.language as pl


@pl.program
class Arrays:
    @pl.function(type=pl.FunctionType.AIV)
    def job(
        self, x: pl.Tensor[[32, 16], pl.FP32], row: pl.Scalar[pl.INDEX], y: pl.InOut[pl.Tensor[[32, 16], pl.FP32]]
    ) -> pl.Tensor[[32, 16], pl.FP32]:
        t = pl.load(x, [row, 0], [8, 16])
        pl.store(pl.add(t, 1.0), [row, 0], y)
        return y

    @pl.function(type=pl.FunctionType.Orchestration, auto_scope=False)
    def main(
        self,
        x: pl.Tensor[[32, 16], pl.FP32],
        y: pl.InOut[pl.Tensor[[32, 16], pl.FP32]],
        z: pl.InOut[pl.Tensor[[32, 16], pl.FP32]],
    ) -> tuple[pl.Tensor[[32, 16], pl.FP32], pl.Tensor[[32, 16], pl.FP32]]:
        with pl.scope():
            with pl.manual_scope():
                ids = pl.array.create(4, pl.TASK_ID)
                for i, (own,) in pl.parallel(4, init_values=(ids,), attrs={"iter_arg_rebind_0": True}):
                    y_1, t = pl.submit(
                        self.job, x, i * 8, y,
                        attrs={"arg_directions": [pl.adir.input, pl.adir.scalar, pl.adir.inout]},
                    )
                    own[i] = t
                    filled = pl.yield_(own)
                for k, (seen,) in pl.range(2, init_values=(filled,), attrs={"iter_arg_rebind_0": True}):
                    fresh = pl.array.create(4, pl.TASK_ID)
                    for j, (last,) in pl.parallel(4, init_values=(fresh,), attrs={"iter_arg_rebind_0": True}):
                        wait = seen[j]
                        z_1, u = pl.submit(
                            self.job, y, j * 8, z, deps=[wait],
                            attrs={"arg_directions": [pl.adir.input, pl.adir.scalar, pl.adir.inout]},
                        )
                        last[j] = u
                        fresh_end = pl.yield_(last)
                    seen_end = pl.yield_(fresh_end)
        return y, z
