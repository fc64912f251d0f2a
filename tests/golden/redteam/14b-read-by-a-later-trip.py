# pypto.program: LaterTrip
import pypto.language as pl


@pl.program
class LaterTrip:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def main(x: pl.Tensor[[16], pl.FP32], o: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        for i, (acc,) in pl.range(2, init_values=(o,)):
            t: pl.Tile[[8], pl.FP32, pl.Mem.Vec] = pl.tile.load(acc, [0], [8], [8], target_memory=pl.Mem.Vec)
            t_1: pl.Tile[[8], pl.FP32, pl.Mem.Vec] = pl.tile.adds(t, 1.0)
            acc1: pl.Tensor[[16], pl.FP32] = pl.tile.store(t_1, [i * 8], acc)
            u: pl.Tile[[8], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0], [8], [8], target_memory=pl.Mem.Vec)
            acc2: pl.Tensor[[16], pl.FP32] = pl.tile.store(u, [0], acc1)
            r: pl.Tensor[[16], pl.FP32] = pl.yield_(acc2)
        return r

