# pypto.program: OnlyOthersWrite
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class OnlyOthersWrite:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def main(
        win: pld.DistributedTensor[[16], pl.FP32],
        sig: pl.InOut[pld.DistributedTensor[[16], pl.INT32]],
        o: pl.InOut[pl.Tensor[[16], pl.FP32]],
    ) -> pl.Tensor[[16], pl.FP32]:
        before: pl.Tile[[16], pl.FP32, pl.Mem.Vec] = pl.tile.load(win, [0], [16], [16], target_memory=pl.Mem.Vec)
        pld.system.wait(sig, offsets=[0], expected=1, cmp=pld.WaitCmp.Ge)
        after: pl.Tile[[16], pl.FP32, pl.Mem.Vec] = pl.tile.load(win, [0], [16], [16], target_memory=pl.Mem.Vec)
        t: pl.Tile[[16], pl.FP32, pl.Mem.Vec] = pl.tile.sub(before, after)
        o_1: pl.Tensor[[16], pl.FP32] = pl.tile.store(t, [0], o)
        return o_1

