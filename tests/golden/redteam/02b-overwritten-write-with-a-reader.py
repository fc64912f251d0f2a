# pypto.program: OverwrittenRead
import pypto.language as pl


@pl.program
class OverwrittenRead:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def main(
        x: pl.Tensor[[16], pl.FP32],
        a: pl.InOut[pl.Tensor[[16], pl.FP32]],
        o: pl.Out[pl.Tensor[[16], pl.FP32]],
    ) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        t1: pl.Tile[[16], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0], [16], [16], target_memory=pl.Mem.Vec)
        a1: pl.Tensor[[16], pl.FP32] = pl.tile.store(t1, [0], a)
        t: pl.Tile[[16], pl.FP32, pl.Mem.Vec] = pl.tile.muls(t1, 2.0)
        o1: pl.Tensor[[16], pl.FP32] = pl.tile.store(t, [0], o)
        t_1: pl.Tile[[16], pl.FP32, pl.Mem.Vec] = pl.tile.adds(t1, 3.0)
        a2: pl.Tensor[[16], pl.FP32] = pl.tile.store(t_1, [0], a1)
        return a2, o1

