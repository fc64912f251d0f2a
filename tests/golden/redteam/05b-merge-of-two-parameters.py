# pypto.program: MergedArgument
import pypto.language as pl


@pl.program
class MergedArgument:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def k(
        a: pl.InOut[pl.Tensor[[16], pl.FP32]],
        b: pl.InOut[pl.Tensor[[16], pl.FP32]],
    ) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        t: pl.Tile[[16], pl.FP32, pl.Mem.Vec] = pl.tile.load(b, [0], [16], [16], target_memory=pl.Mem.Vec)
        t_1: pl.Tile[[16], pl.FP32, pl.Mem.Vec] = pl.tile.muls(t, 2.0)
        a1: pl.Tensor[[16], pl.FP32] = pl.tile.store(t_1, [0], a)
        t_2: pl.Tile[[16], pl.FP32, pl.Mem.Vec] = pl.tile.adds(t_1, 1.0)
        b1: pl.Tensor[[16], pl.FP32] = pl.tile.store(t_2, [0], b)
        return a1, b1

    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
    def main(
        self,
        a: pl.InOut[pl.Tensor[[16], pl.FP32]],
        b: pl.InOut[pl.Tensor[[16], pl.FP32]],
        n: pl.Scalar[pl.INDEX],
    ) -> pl.Tensor[[16], pl.FP32]:
        if n < 2:
            w: pl.Tensor[[16], pl.FP32] = pl.yield_(a)
        else:
            w: pl.Tensor[[16], pl.FP32] = pl.yield_(b)
        ret: pl.Tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]] = self.k(w, b)
        w1: pl.Tensor[[16], pl.FP32] = ret[0]
        b1: pl.Tensor[[16], pl.FP32] = ret[1]
        return b1

