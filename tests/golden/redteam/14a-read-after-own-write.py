# pypto.program: ReadBack
import pypto.language as pl


@pl.program
class ReadBack:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def k(
        x: pl.Tensor[[16], pl.FP32],
        out: pl.Out[pl.Tensor[[16], pl.FP32]],
        o2: pl.Out[pl.Tensor[[16], pl.FP32]],
    ) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        t: pl.Tile[[8], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0], [8], [8], target_memory=pl.Mem.Vec)
        out1: pl.Tensor[[16], pl.FP32] = pl.tile.store(t, [0], out)
        u: pl.Tile[[16], pl.FP32, pl.Mem.Vec] = pl.tile.load(out1, [0], [16], [16], target_memory=pl.Mem.Vec)
        o21: pl.Tensor[[16], pl.FP32] = pl.tile.store(u, [0], o2)
        return out1, o21

    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
    def main(
        self,
        x: pl.Tensor[[16], pl.FP32],
        a: pl.InOut[pl.Tensor[[16], pl.FP32]],
        b: pl.Out[pl.Tensor[[16], pl.FP32]],
    ) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        ret: pl.Tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]] = self.k(x, a, b)
        a1: pl.Tensor[[16], pl.FP32] = ret[0]
        b1: pl.Tensor[[16], pl.FP32] = ret[1]
        return a1, b1

