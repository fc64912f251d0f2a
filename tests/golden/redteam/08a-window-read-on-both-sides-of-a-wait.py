# pypto.program: WindowWait
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class WindowWait:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def main(
        win: pl.InOut[pld.DistributedTensor[[16], pl.FP32]],
        sig: pl.InOut[pld.DistributedTensor[[16], pl.INT32]],
        o: pl.Out[pl.Tensor[[16], pl.FP32]],
        p: pl.Out[pl.Tensor[[16], pl.FP32]],
    ) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        x: pl.Tile[[16], pl.FP32, pl.Mem.Vec] = pl.tile.load(win, [0], [16], [16], target_memory=pl.Mem.Vec)
        pld.system.notify(sig, peer=0, offsets=[0], value=1, op=pld.NotifyOp.AtomicAdd)
        pld.system.wait(sig, offsets=[0], expected=1, cmp=pld.WaitCmp.Ge)
        y: pl.Tile[[16], pl.FP32, pl.Mem.Vec] = pl.tile.load(win, [0], [16], [16], target_memory=pl.Mem.Vec)
        o1: pl.Tensor[[16], pl.FP32] = pl.tile.store(x, [0], o)
        p1: pl.Tensor[[16], pl.FP32] = pl.tile.store(y, [0], p)
        return o1, p1

