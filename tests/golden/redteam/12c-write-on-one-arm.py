# pypto.program: OneArm
import pypto.language as pl


@pl.program
class OneArm:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def main(
        x: pl.Tensor[[16], pl.FP32],
        o: pl.InOut[pl.Tensor[[16], pl.FP32]],
        n: pl.Scalar[pl.INDEX],
    ) -> pl.Tensor[[16], pl.FP32]:
        t: pl.Tile[[16], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0], [16], [16], target_memory=pl.Mem.Vec)
        o1: pl.Tensor[[16], pl.FP32] = pl.tile.store(t, [0], o)
        if n > 1:
            t_1: pl.Tile[[16], pl.FP32, pl.Mem.Vec] = pl.tile.adds(t, 5.0)
            o1_1: pl.Tensor[[16], pl.FP32] = pl.tile.store(t_1, [0], o1)
            o1_2: pl.Tensor[[16], pl.FP32] = pl.yield_(o1_1)
        else:
            o1_2: pl.Tensor[[16], pl.FP32] = pl.yield_(o1)
        return o1_2

