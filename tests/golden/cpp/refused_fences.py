# The ids of all trips of a loop where there is room for one: a carry that begins with them or is given them, a branch, a while loop.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def acc(x: pl.Tensor[[16], pl.FP32], o: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t: pl.Tile[[16], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0], [16], [16], target_memory=pl.Mem.Vec)
        u: pl.Tile[[16], pl.FP32, pl.Mem.Vec] = pl.tile.load(o, [0], [16], [16], target_memory=pl.Mem.Vec)
        t_1: pl.Tile[[16], pl.FP32, pl.Mem.Vec] = pl.tile.add(t, u)
        r: pl.Tensor[[16], pl.FP32] = pl.tile.store(t_1, [0], o)
        return o

    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator, auto_scope=False)
    def main(
        self,
        x: pl.Tensor[[16], pl.FP32],
        o: pl.InOut[pl.Tensor[[16], pl.FP32]],
        n: pl.Scalar[pl.INDEX],
    ) -> pl.Tensor[[16], pl.FP32]:
        with pl.scope():
            with pl.scope(mode=pl.ScopeMode.MANUAL):
                t0: pl.Scalar[pl.TASK_ID] = pl.system.task_invalid()
                for i, (a, o_1) in pl.parallel(6, init_values=(t0, o), attrs={"iter_arg_rebind_0": True, "iter_arg_array_size_0": 6, "iter_arg_rebind_1": False}):
                    ret: pl.Tuple[pl.Tensor[[16], pl.FP32], pl.Scalar[pl.TASK_ID]] = pl.submit(self.acc, x, o_1, deps=[a], attrs={"arg_directions": [pl.adir.input, pl.adir.inout]})
                    o_2: pl.Tensor[[16], pl.FP32] = ret[0]
                    t: pl.Scalar[pl.TASK_ID] = ret[1]
                    b, o_3 = pl.yield_(t, o_2)
                for i_1, (c, o_4) in pl.range(3, init_values=(b, o_3), attrs={"iter_arg_rebind_0": True, "iter_arg_rebind_1": False}):
                    ret_1: pl.Tuple[pl.Tensor[[16], pl.FP32], pl.Scalar[pl.TASK_ID]] = pl.submit(self.acc, x, o_4, deps=[c], attrs={"arg_directions": [pl.adir.input, pl.adir.inout]})
                    o_5: pl.Tensor[[16], pl.FP32] = ret_1[0]
                    u: pl.Scalar[pl.TASK_ID] = ret_1[1]
                    d, o_6 = pl.yield_(u, o_5)
                for i_2, (e, o_7) in pl.range(3, init_values=(t0, o_6), attrs={"iter_arg_rebind_0": True, "iter_arg_rebind_1": False}):
                    ret_2: pl.Tuple[pl.Tensor[[16], pl.FP32], pl.Scalar[pl.TASK_ID]] = pl.submit(self.acc, x, o_7, deps=[e], attrs={"arg_directions": [pl.adir.input, pl.adir.inout]})
                    o_8: pl.Tensor[[16], pl.FP32] = ret_2[0]
                    v: pl.Scalar[pl.TASK_ID] = ret_2[1]
                    f, o_9 = pl.yield_(b, o_8)
                if n == 0:
                    m: pl.Scalar[pl.TASK_ID] = pl.yield_(b)
                else:
                    m: pl.Scalar[pl.TASK_ID] = pl.yield_(d)
                ret_3: pl.Tuple[pl.Tensor[[16], pl.FP32], pl.Scalar[pl.TASK_ID]] = pl.submit(self.acc, x, o_9, deps=[m, f], attrs={"arg_directions": [pl.adir.input, pl.adir.inout]})
                o_10: pl.Tensor[[16], pl.FP32] = ret_3[0]
                w: pl.Scalar[pl.TASK_ID] = ret_3[1]
                for (p, g, k) in pl.while_(init_values=(o_10, t0, 0), attrs={"iter_arg_rebind_0": False, "iter_arg_rebind_1": True, "iter_arg_rebind_2": True}):
                    pl.cond(k < n)
                    for i_3, (q, a_1) in pl.parallel(6, init_values=(p, g), attrs={"iter_arg_rebind_0": False, "iter_arg_rebind_1": True, "iter_arg_array_size_1": 6}):
                        ret_4: pl.Tuple[pl.Tensor[[16], pl.FP32], pl.Scalar[pl.TASK_ID]] = pl.submit(self.acc, x, q, deps=[a_1], attrs={"arg_directions": [pl.adir.input, pl.adir.inout]})
                        q1: pl.Tensor[[16], pl.FP32] = ret_4[0]
                        t_1: pl.Scalar[pl.TASK_ID] = ret_4[1]
                        r, h = pl.yield_(q1, t_1)
                    o_11, j, k2 = pl.yield_(r, h, k + 1)
                ret_5: pl.Tuple[pl.Tensor[[16], pl.FP32], pl.Scalar[pl.TASK_ID]] = pl.submit(self.acc, x, o_11, deps=[j], attrs={"arg_directions": [pl.adir.input, pl.adir.inout]})
                o_12: pl.Tensor[[16], pl.FP32] = ret_5[0]
                z: pl.Scalar[pl.TASK_ID] = ret_5[1]
        return o_12
