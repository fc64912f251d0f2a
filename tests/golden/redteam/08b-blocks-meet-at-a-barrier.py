# pypto.program: Barrier
import pypto.language as pl


@pl.program
class Barrier:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def main(
        x: pl.Tensor[[16, 16], pl.FP32],
        out: pl.InOut[pl.Tensor[[16, 16], pl.FP32]],
        res: pl.InOut[pl.Tensor[[16, 16], pl.FP32]],
    ) -> pl.Tensor[[16, 16], pl.FP32]:
        for b in pl.spmd(4):
            t: pl.Tile[[4, 16], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [b * 4, 0], [4, 16], [4, 16], target_memory=pl.Mem.Vec)
            t_1: pl.Tile[[4, 16], pl.FP32, pl.Mem.Vec] = pl.tile.adds(t, 1.0)
            out1: pl.Tensor[[16, 16], pl.FP32] = pl.tile.store(t_1, [b * 4, 0], out)
            pl.system.syncall()
            u: pl.Tile[[4, 16], pl.FP32, pl.Mem.Vec] = pl.tile.load(out1, [12, 0], [4, 16], [4, 16], target_memory=pl.Mem.Vec)
            res_1: pl.Tensor[[16, 16], pl.FP32] = pl.tile.store(u, [b * 4, 0], res)
        return res_1

