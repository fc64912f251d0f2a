# pypto.program: UnusedResults
import pypto.language as pl


@pl.program
class UnusedResults:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def main(
        x: pl.Tensor[[16], pl.FP32],
        o: pl.Out[pl.Tensor[[16], pl.FP32]],
        p: pl.Out[pl.Tensor[[16], pl.FP32]],
    ):
        t: pl.Tile[[16], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0], [16], [16], target_memory=pl.Mem.Vec)
        o1: pl.Tensor[[16], pl.FP32] = pl.tile.store(t, [0], o)
        t_1: pl.Tile[[16], pl.FP32, pl.Mem.Vec] = pl.tile.neg(t)
        p1: pl.Tensor[[16], pl.FP32] = pl.tile.store(t_1, [0], p)

