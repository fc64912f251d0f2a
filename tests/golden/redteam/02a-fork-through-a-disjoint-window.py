# pypto.program: ForkWindow
import pypto.language as pl


@pl.program
class ForkWindow:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def k2(
        x: pl.Tensor[[8], pl.FP32],
        y: pl.Tensor[[16], pl.FP32],
        o: pl.Out[pl.Tensor[[16], pl.FP32]],
    ) -> pl.Tensor[[16], pl.FP32]:
        t: pl.Tile[[8], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0], [8], [8], target_memory=pl.Mem.Vec)
        u: pl.Tile[[16], pl.FP32, pl.Mem.Vec] = pl.tile.load(y, [0], [16], [16], target_memory=pl.Mem.Vec)
        o1: pl.Tensor[[16], pl.FP32] = pl.tile.store(u, [0], o)
        o2: pl.Tensor[[16], pl.FP32] = pl.tile.store(t, [8], o1)
        return o2

    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
    def main(
        self,
        a: pl.InOut[pl.Tensor[[16], pl.FP32]],
        b: pl.InOut[pl.Tensor[[16], pl.FP32]],
        s: pl.Tensor[[8], pl.FP32],
        o: pl.Out[pl.Tensor[[16], pl.FP32]],
    ) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        a1: pl.Tensor[[16], pl.FP32] = pl.tensor.assemble(a, s, [0])
        b1: pl.Tensor[[16], pl.FP32] = pl.tensor.assemble(b, s, [0])
        v: pl.Tensor[[8], pl.FP32] = pl.tensor.slice(a1, [8], [8])
        r: pl.Tensor[[16], pl.FP32] = self.k2(v, b1, o)
        return a1, b1, r

