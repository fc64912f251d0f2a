# pypto.program: RestoredInCallee
import pypto.language as pl


@pl.program
class RestoredInCallee:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def copy(x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t: pl.Tile[[16], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0], [16], [16], target_memory=pl.Mem.Vec)
        r: pl.Tensor[[16], pl.FP32] = pl.tile.store(t, [0], o)
        return r

    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
    def main(
        self,
        u: pl.Tensor[[16], pl.FP32],
        x: pl.InOut[pl.Tensor[[16], pl.FP32]],
        keep: pl.Out[pl.Tensor[[16], pl.FP32]],
        z: pl.Out[pl.Tensor[[16], pl.FP32]],
    ) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        keep1: pl.Tensor[[16], pl.FP32] = self.copy(x, keep)
        x1: pl.Tensor[[16], pl.FP32] = self.copy(u, x)
        z1: pl.Tensor[[16], pl.FP32] = self.copy(x1, z)
        x2: pl.Tensor[[16], pl.FP32] = self.copy(keep1, x1)
        return x2, z1

