# pypto.program: Discarded
import pypto.language as pl


@pl.program
class Discarded:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def copy(x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t: pl.Tile[[16], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0], [16], [16], target_memory=pl.Mem.Vec)
        r: pl.Tensor[[16], pl.FP32] = pl.tile.store(t, [0], o)
        return r

    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
    def main(
        self,
        x: pl.Tensor[[16], pl.FP32],
        o: pl.InOut[pl.Tensor[[16], pl.FP32]],
        p: pl.InOut[pl.Tensor[[16], pl.FP32]],
    ):
        self.copy(x, o)
        o1: pl.Tensor[[16], pl.FP32] = self.copy(o, p)
        t: pl.Tensor[[16], pl.FP32] = self.copy(o1, o1)

