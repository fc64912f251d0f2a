# pypto.program: RuntimeOutput
import pypto.language as pl


@pl.program
class RuntimeOutput:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def inc(x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t: pl.Tile[[16], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0], [16], [16], target_memory=pl.Mem.Vec)
        t_1: pl.Tile[[16], pl.FP32, pl.Mem.Vec] = pl.tile.adds(t, 1.0)
        r: pl.Tensor[[16], pl.FP32] = pl.tile.store(t_1, [0], o)
        return r

    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
    def main(
        self,
        x: pl.Tensor[[16], pl.FP32],
        o: pl.Out[pl.Tensor[[16], pl.FP32]],
        p: pl.Out[pl.Tensor[[16], pl.FP32]],
    ) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        with pl.scope(mode=pl.ScopeMode.MANUAL):
            ret: pl.Tuple[pl.Tensor[[16], pl.FP32], pl.Scalar[pl.TASK_ID]] = pl.submit(self.inc, x)
            a: pl.Tensor[[16], pl.FP32] = ret[0]
            t0: pl.Scalar[pl.TASK_ID] = ret[1]
            ret_1: pl.Tuple[pl.Tensor[[16], pl.FP32], pl.Scalar[pl.TASK_ID]] = pl.submit(self.inc, x)
            b: pl.Tensor[[16], pl.FP32] = ret_1[0]
            t1: pl.Scalar[pl.TASK_ID] = ret_1[1]
            ret_2: pl.Tuple[pl.Tensor[[16], pl.FP32], pl.Scalar[pl.TASK_ID]] = pl.submit(self.inc, a, o, deps=[t0])
            o_1: pl.Tensor[[16], pl.FP32] = ret_2[0]
            t2: pl.Scalar[pl.TASK_ID] = ret_2[1]
            ret_3: pl.Tuple[pl.Tensor[[16], pl.FP32], pl.Scalar[pl.TASK_ID]] = pl.submit(self.inc, b, p, deps=[t1])
            p_1: pl.Tensor[[16], pl.FP32] = ret_3[0]
            t3: pl.Scalar[pl.TASK_ID] = ret_3[1]
        return o_1, p_1

