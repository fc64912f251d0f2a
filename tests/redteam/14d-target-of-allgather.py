# The target of a collective is written and read.
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class Gathered:
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, x: pl.Tensor[[16], pl.FP32], win: pl.InOut[pld.DistributedTensor[[16], pl.FP32]], sig: pl.InOut[pld.DistributedTensor[[16], pl.INT32]], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        w = pld.tensor.allgather(x, win, sig)
        t: pl.Tile[[16], pl.FP32] = pl.load(w, [0], [16])
        o1: pl.Tensor[[16], pl.FP32] = pl.store(t, [0], o)
        return o1
