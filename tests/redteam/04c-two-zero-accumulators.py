# Two tiles of zeros are one value; each starts an accumulation that writes in place.
import pypto.language as pl


@pl.program
class TwoAccumulators:
    @pl.function(type=pl.FunctionType.AIV)
    def main(self, a: pl.Tensor[[16, 16], pl.FP32], b: pl.Tensor[[16, 16], pl.FP32], o: pl.Out[pl.Tensor[[16, 16], pl.FP32]], p: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> tuple[pl.Tensor[[16, 16], pl.FP32], pl.Tensor[[16, 16], pl.FP32]]:
        ta: pl.Tile[[16, 16], pl.FP32, pl.Mem.Left] = pl.load(a, [0, 0], [16, 16], target_memory=pl.Mem.Left)
        tb: pl.Tile[[16, 16], pl.FP32, pl.Mem.Right] = pl.load(b, [0, 0], [16, 16], target_memory=pl.Mem.Right)
        z0: pl.Tile[[16, 16], pl.FP32] = pl.tile.full([16, 16], dtype=pl.FP32, value=0.0)
        z1: pl.Tile[[16, 16], pl.FP32] = pl.tile.full([16, 16], dtype=pl.FP32, value=0.0)
        acc0 = pl.tile.matmul_acc(z0, ta, tb)
        acc1 = pl.tile.matmul_acc(z1, tb, ta)
        acc0 = pl.tile.matmul_acc(acc0, ta, ta)
        o1: pl.Tensor[[16, 16], pl.FP32] = pl.store(acc0, [0, 0], o)
        p1: pl.Tensor[[16, 16], pl.FP32] = pl.store(acc1, [0, 0], p)
        return o1, p1
