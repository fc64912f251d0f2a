# pypto.program: References
import pypto.language as pl


@pl.program
class References:
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
        o: pl.InOut[pl.Tensor[[16], pl.FP32]],
        p: pl.InOut[pl.Tensor[[16], pl.FP32]],
        n: pl.Scalar[pl.INDEX],
    ) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        with pl.scope(mode=pl.ScopeMode.MANUAL):
            ret: pl.Tuple[pl.Tensor[[16], pl.FP32], pl.Scalar[pl.TASK_ID]] = pl.submit(self.inc, x, o)
            o_1: pl.Tensor[[16], pl.FP32] = ret[0]
            first: pl.Scalar[pl.TASK_ID] = ret[1]
            ret_1: pl.Tuple[pl.Tensor[[16], pl.FP32], pl.Scalar[pl.TASK_ID]] = pl.submit(self.inc, x, o_1, deps=[first], dumps=[x], predicate=(n + 1 < 9))
            o_2: pl.Tensor[[16], pl.FP32] = ret_1[0]
            t: pl.Scalar[pl.TASK_ID] = ret_1[1]
            ret_2: pl.Tuple[pl.Tensor[[16], pl.FP32], pl.Scalar[pl.TASK_ID]] = pl.submit(self.inc, o_2, p, deps=[t], dumps=[o_2], predicate=(n < 9))
            o_3: pl.Tensor[[16], pl.FP32] = ret_2[0]
            t_1: pl.Scalar[pl.TASK_ID] = ret_2[1]
        return o_2, o_3

