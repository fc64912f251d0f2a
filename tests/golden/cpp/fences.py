# Phases of parallel tasks: ids collected by the ordinal of the trip, handed on as an array.
import pypto.language as pl


@pl.program
class Fences:
    @pl.function(type=pl.FunctionType.AIV)
    def piece(
        self, x: pl.Tensor[[96, 32], pl.FP32], o: pl.InOut[pl.Tensor[[96, 32], pl.FP32]], row: pl.Scalar[pl.INDEX]
    ) -> pl.Tensor[[96, 32], pl.FP32]:
        t = pl.load(x, [row, 0], [16, 32])
        u = pl.load(o, [row, 0], [16, 32])
        pl.store(pl.add(u, pl.mul(t, 2.0)), [row, 0], o)
        return o

    @pl.function(type=pl.FunctionType.Orchestration, auto_scope=False)
    def main(
        self, x: pl.Tensor[[96, 32], pl.FP32], out: pl.InOut[pl.Tensor[[96, 32], pl.FP32]]
    ) -> pl.Tensor[[96, 32], pl.FP32]:
        with pl.scope():
            with pl.manual_scope():
                none = pl.system.task_invalid()
                for phase, (a,) in pl.range(
                    3, init_values=(none,), attrs={"iter_arg_rebind_0": True, "iter_arg_array_size_0": 6}
                ):
                    for row, (b,) in pl.parallel(
                        80, -16, -16, init_values=(a,), attrs={"iter_arg_rebind_0": True, "iter_arg_array_size_0": 6}
                    ):
                        out_1, t = pl.submit(
                            self.piece, x, out, row, deps=[b],
                            attrs={"arg_directions": [pl.adir.input, pl.adir.inout, pl.adir.scalar]},
                        )
                        b_end = pl.yield_(t)
                    a_end = pl.yield_(b_end)
                ids = pl.array.create(6, pl.TASK_ID)
                for phase, (seen,) in pl.range(2, init_values=(ids,), attrs={"iter_arg_rebind_0": True}):
                    fresh = pl.array.create(6, pl.TASK_ID)
                    for lane in pl.parallel(6, attrs={"iter_arg_rebind_0": False}):
                        out_2, t = pl.submit(
                            self.piece, x, out, lane * 16, deps=[seen, a_end],
                            attrs={"arg_directions": [pl.adir.input, pl.adir.inout, pl.adir.scalar]},
                        )
                        fresh[lane] = t
                    seen_end = pl.yield_(fresh)
        return out
