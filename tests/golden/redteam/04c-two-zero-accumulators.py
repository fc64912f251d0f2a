# pypto.program: TwoAccumulators
import pypto.language as pl


@pl.program
class TwoAccumulators:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def main(
        a: pl.Tensor[[16, 16], pl.FP32],
        b: pl.Tensor[[16, 16], pl.FP32],
        o: pl.Out[pl.Tensor[[16, 16], pl.FP32]],
        p: pl.Out[pl.Tensor[[16, 16], pl.FP32]],
    ) -> tuple[pl.Tensor[[16, 16], pl.FP32], pl.Tensor[[16, 16], pl.FP32]]:
        ta: pl.Tile[[16, 16], pl.FP32, pl.Mem.Left] = pl.tile.load(a, [0, 0], [16, 16], [16, 16], target_memory=pl.Mem.Left)
        tb: pl.Tile[[16, 16], pl.FP32, pl.Mem.Right] = pl.tile.load(b, [0, 0], [16, 16], [16, 16], target_memory=pl.Mem.Right)
        z0: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec] = pl.tile.full([16, 16], dtype=pl.FP32, value=0.0)
        z1: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec] = pl.tile.full([16, 16], dtype=pl.FP32, value=0.0)
        acc0: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec] = pl.tile.matmul_acc(z0, ta, tb)
        acc1: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec] = pl.tile.matmul_acc(z1, tb, ta)
        acc0_1: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec] = pl.tile.matmul_acc(acc0, ta, ta)
        o1: pl.Tensor[[16, 16], pl.FP32] = pl.tile.store(acc0_1, [0, 0], o)
        p1: pl.Tensor[[16, 16], pl.FP32] = pl.tile.store(acc1, [0, 0], p)
        return o1, p1

