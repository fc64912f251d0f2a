# pypto.program: MergeWrite
import pypto.language as pl


@pl.program
class MergeWrite:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def main(
        a: pl.InOut[pl.Tensor[[16], pl.FP32]],
        b: pl.InOut[pl.Tensor[[16], pl.FP32]],
        o: pl.Out[pl.Tensor[[16], pl.FP32]],
        n: pl.Scalar[pl.INDEX],
    ) -> pl.Tensor[[16], pl.FP32]:
        if n < 2:
            w: pl.Tensor[[16], pl.FP32] = pl.yield_(a)
        else:
            w: pl.Tensor[[16], pl.FP32] = pl.yield_(b)
        t: pl.Tile[[16], pl.FP32, pl.Mem.Vec] = pl.tile.full([16], dtype=pl.FP32, value=3.0)
        w1: pl.Tensor[[16], pl.FP32] = pl.tile.store(t, [0], w)
        u: pl.Tile[[16], pl.FP32, pl.Mem.Vec] = pl.tile.load(a, [0], [16], [16], target_memory=pl.Mem.Vec)
        v: pl.Tile[[16], pl.FP32, pl.Mem.Vec] = pl.tile.load(b, [0], [16], [16], target_memory=pl.Mem.Vec)
        t_1: pl.Tile[[16], pl.FP32, pl.Mem.Vec] = pl.tile.add(u, v)
        o1: pl.Tensor[[16], pl.FP32] = pl.tile.store(t_1, [0], o)
        return o1

