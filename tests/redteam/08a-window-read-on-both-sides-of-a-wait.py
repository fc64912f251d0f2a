# Another rank may write the window while this one waits: the second read is not the first.
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class WindowWait:
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, win: pl.InOut[pld.DistributedTensor[[16], pl.FP32]], sig: pl.InOut[pld.DistributedTensor[[16], pl.INT32]], o: pl.Out[pl.Tensor[[16], pl.FP32]], p: pl.Out[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        x: pl.Tile[[16], pl.FP32] = pl.load(win, [0], [16])
        pld.system.notify(sig, peer=0, offsets=[0], value=1, op=pld.NotifyOp.AtomicAdd)
        pld.system.wait(sig, [0], 1, cmp=pld.WaitCmp.Ge)
        y: pl.Tile[[16], pl.FP32] = pl.load(win, [0], [16])
        o1: pl.Tensor[[16], pl.FP32] = pl.store(x, [0], o)
        p1: pl.Tensor[[16], pl.FP32] = pl.store(y, [0], p)
        return o1, p1
