# pypto.program: Gathered
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class Gathered:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def main(
        x: pl.Tensor[[16], pl.FP32],
        win: pl.InOut[pld.DistributedTensor[[16], pl.FP32]],
        sig: pl.InOut[pld.DistributedTensor[[16], pl.INT32]],
        o: pl.Out[pl.Tensor[[16], pl.FP32]],
    ) -> pl.Tensor[[16], pl.FP32]:
        w: pld.DistributedTensor[[16], pl.FP32] = pld.tensor.allgather(x, win, sig)
        t: pl.Tile[[16], pl.FP32, pl.Mem.Vec] = pl.tile.load(w, [0], [16], [16], target_memory=pl.Mem.Vec)
        o1: pl.Tensor[[16], pl.FP32] = pl.tile.store(t, [0], o)
        return o1

