# pypto.program: WaitsInsideALoop
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class WaitsInsideALoop:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def main(
        win: pl.InOut[pld.DistributedTensor[[16], pl.FP32]],
        sig: pl.InOut[pld.DistributedTensor[[16], pl.INT32]],
        o: pl.InOut[pl.Tensor[[16], pl.FP32]],
        n: pl.Scalar[pl.INDEX],
    ) -> pl.Tensor[[16], pl.FP32]:
        before: pl.Tile[[16], pl.FP32, pl.Mem.Vec] = pl.tile.load(win, [0], [16], [16], target_memory=pl.Mem.Vec)
        for k in pl.range(2):
            pld.system.notify(sig, peer=0, offsets=[0], value=1, op=pld.NotifyOp.AtomicAdd)
            pld.system.wait(sig, offsets=[0], expected=1, cmp=pld.WaitCmp.Ge)
        between: pl.Tile[[16], pl.FP32, pl.Mem.Vec] = pl.tile.load(win, [0], [16], [16], target_memory=pl.Mem.Vec)
        if n > 0:
            pl.system.syncall()
        after: pl.Tile[[16], pl.FP32, pl.Mem.Vec] = pl.tile.load(win, [0], [16], [16], target_memory=pl.Mem.Vec)
        t: pl.Tile[[16], pl.FP32, pl.Mem.Vec] = pl.tile.muls(between, 2.0)
        t_1: pl.Tile[[16], pl.FP32, pl.Mem.Vec] = pl.tile.add(before, t)
        t_2: pl.Tile[[16], pl.FP32, pl.Mem.Vec] = pl.tile.muls(after, 4.0)
        t_3: pl.Tile[[16], pl.FP32, pl.Mem.Vec] = pl.tile.add(t_1, t_2)
        o_1: pl.Tensor[[16], pl.FP32] = pl.tile.store(t_3, [0], o)
        return o_1

