# pypto.program: AliasedSite
import pypto.language as pl


@pl.program
class AliasedSite:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def k(
        a: pl.Tensor[[16], pl.FP32],
        o: pl.InOut[pl.Tensor[[16], pl.FP32]],
        o2: pl.Out[pl.Tensor[[16], pl.FP32]],
    ) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        t: pl.Tile[[16], pl.FP32, pl.Mem.Vec] = pl.tile.load(a, [0], [16], [16], target_memory=pl.Mem.Vec)
        t_1: pl.Tile[[16], pl.FP32, pl.Mem.Vec] = pl.tile.adds(t, 1.0)
        ow: pl.Tensor[[16], pl.FP32] = pl.tile.store(t_1, [0], o)
        t2: pl.Tile[[16], pl.FP32, pl.Mem.Vec] = pl.tile.load(a, [0], [16], [16], target_memory=pl.Mem.Vec)
        o2w: pl.Tensor[[16], pl.FP32] = pl.tile.store(t2, [0], o2)
        return ow, o2w

    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
    def main(
        self,
        x: pl.InOut[pl.Tensor[[16], pl.FP32]],
        y: pl.InOut[pl.Tensor[[16], pl.FP32]],
        z: pl.InOut[pl.Tensor[[16], pl.FP32]],
        w: pl.InOut[pl.Tensor[[16], pl.FP32]],
    ) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        ret: pl.Tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]] = self.k(x, y, z)
        y1: pl.Tensor[[16], pl.FP32] = ret[0]
        z1: pl.Tensor[[16], pl.FP32] = ret[1]
        ret_1: pl.Tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]] = self.k(x, x, w)
        x1: pl.Tensor[[16], pl.FP32] = ret_1[0]
        w1: pl.Tensor[[16], pl.FP32] = ret_1[1]
        return x1, y1, z1, w1

