# Others write the window while the loop waits, and the loop itself writes nothing: the reads around it and inside all differ.
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class WaitsInsideALoop:
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, win: pl.InOut[pld.DistributedTensor[[16], pl.FP32]], sig: pl.InOut[pld.DistributedTensor[[16], pl.INT32]], o: pl.InOut[pl.Tensor[[16], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16], pl.FP32]:
        before: pl.Tile[[16], pl.FP32] = pl.load(win, [0], [16])
        for k in pl.range(2):
            pld.system.notify(sig, peer=0, offsets=[0], value=1, op=pld.NotifyOp.AtomicAdd)
            pld.system.wait(sig, [0], 1, cmp=pld.WaitCmp.Ge)
        between: pl.Tile[[16], pl.FP32] = pl.load(win, [0], [16])
        if n > 0:
            pl.system.syncall()
        after: pl.Tile[[16], pl.FP32] = pl.load(win, [0], [16])
        o = pl.store(pl.add(pl.add(before, pl.mul(between, 2.0)), pl.mul(after, 4.0)), [0], o)
        return o
