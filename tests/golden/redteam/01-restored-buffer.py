# pypto.program: Restored
import pypto.language as pl


@pl.program
class Restored:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def main(
        u: pl.Tensor[[16], pl.FP32],
        x: pl.InOut[pl.Tensor[[16], pl.FP32]],
        z: pl.Out[pl.Tensor[[16], pl.FP32]],
    ) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        t: pl.Tile[[16], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0], [16], [16], target_memory=pl.Mem.Vec)
        n: pl.Tile[[16], pl.FP32, pl.Mem.Vec] = pl.tile.load(u, [0], [16], [16], target_memory=pl.Mem.Vec)
        x1: pl.Tensor[[16], pl.FP32] = pl.tile.store(n, [0], x)
        t_1: pl.Tile[[16], pl.FP32, pl.Mem.Vec] = pl.tile.adds(n, 1.0)
        z1: pl.Tensor[[16], pl.FP32] = pl.tile.store(t_1, [0], z)
        x2: pl.Tensor[[16], pl.FP32] = pl.tile.store(t, [0], x1)
        return x2, z1

