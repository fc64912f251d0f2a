# pypto.program: OneBufferTwice
import pypto.language as pl


@pl.program
class OneBufferTwice:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def main(
        a: pl.InOut[pl.Tensor[[16], pl.FP32]],
        o: pl.InOut[pl.Tensor[[16], pl.FP32]],
    ) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        for i, (p, q, acc) in pl.range(2, init_values=(a, a, o)):
            t: pl.Tile[[8], pl.FP32, pl.Mem.Vec] = pl.tile.load(acc, [i * 8], [8], [8], target_memory=pl.Mem.Vec)
            t_1: pl.Tile[[8], pl.FP32, pl.Mem.Vec] = pl.tile.adds(t, 1.0)
            p1: pl.Tensor[[16], pl.FP32] = pl.tile.store(t_1, [0], p)
            u: pl.Tile[[16], pl.FP32, pl.Mem.Vec] = pl.tile.load(q, [0], [16], [16], target_memory=pl.Mem.Vec)
            t_2: pl.Tile[[16], pl.FP32, pl.Mem.Vec] = pl.tile.muls(u, 2.0)
            acc1: pl.Tensor[[16], pl.FP32] = pl.tile.store(t_2, [0], acc)
            pn, qn, an = pl.yield_(q, p1, acc1)
        return pn, an

