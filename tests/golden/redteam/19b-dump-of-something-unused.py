# pypto.program: DumpOnly
import pypto.language as pl


@pl.program
class DumpOnly:
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
    ) -> pl.Tensor[[16], pl.FP32]:
        ret: pl.Tuple[pl.Tensor[[16], pl.FP32], pl.Scalar[pl.TASK_ID]] = pl.submit(self.inc, pl.no_dep(x), o, dumps=[x])
        o_1: pl.Tensor[[16], pl.FP32] = ret[0]
        t: pl.Scalar[pl.TASK_ID] = ret[1]
        return o_1

