# This rank only reads the window; others write it between the two reads.
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class OnlyOthersWrite:
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, win: pld.DistributedTensor[[16], pl.FP32], sig: pl.InOut[pld.DistributedTensor[[16], pl.INT32]], o: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        before: pl.Tile[[16], pl.FP32] = pl.load(win, [0], [16])
        pld.system.wait(sig, [0], 1, cmp=pld.WaitCmp.Ge)
        after: pl.Tile[[16], pl.FP32] = pl.load(win, [0], [16])
        o = pl.store(pl.sub(before, after), [0], o)
        return o
