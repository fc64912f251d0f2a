# pypto.program: Predicate
import pypto.language as pl


@pl.program
class Predicate:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def copy(x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t: pl.Tile[[16], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0], [16], [16], target_memory=pl.Mem.Vec)
        r: pl.Tensor[[16], pl.FP32] = pl.tile.store(t, [0], o)
        return r

    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def fill(o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t: pl.Tile[[16], pl.FP32, pl.Mem.Vec] = pl.tile.full([16], dtype=pl.FP32, value=7.0)
        r: pl.Tensor[[16], pl.FP32] = pl.tile.store(t, [0], o)
        return r

    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
    def main(
        self,
        x: pl.Tensor[[16], pl.FP32],
        o: pl.Out[pl.Tensor[[16], pl.FP32]],
        n: pl.Scalar[pl.INDEX],
    ) -> pl.Tensor[[16], pl.FP32]:
        with pl.scope(mode=pl.ScopeMode.MANUAL):
            ret: pl.Tuple[pl.Tensor[[16], pl.FP32], pl.Scalar[pl.TASK_ID]] = pl.submit(self.copy, x, o)
            o_1: pl.Tensor[[16], pl.FP32] = ret[0]
            t0: pl.Scalar[pl.TASK_ID] = ret[1]
            ret_1: pl.Tuple[pl.Tensor[[16], pl.FP32], pl.Scalar[pl.TASK_ID]] = pl.submit(self.fill, o_1, deps=[t0], predicate=(n > 1))
            o_2: pl.Tensor[[16], pl.FP32] = ret_1[0]
            t1: pl.Scalar[pl.TASK_ID] = ret_1[1]
        return o_2

