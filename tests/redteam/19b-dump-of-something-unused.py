# A dump names a value that nothing else uses; it is a reference, not a read. And no_dep stays with its argument.
import pypto.language as pl


@pl.program
class DumpOnly:
    @pl.function(type=pl.FunctionType.InCore)
    def inc(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t: pl.Tile[[16], pl.FP32] = pl.load(x, [0], [16])
        r: pl.Tensor[[16], pl.FP32] = pl.store(pl.add(t, 1.0), [0], o)
        return r

    @pl.function(type=pl.FunctionType.Inline)
    def h(self, x: pl.Tensor[[16], pl.FP32], o: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        extra: pl.Tensor[[16], pl.FP32] = pl.slice(x, [16], [0])
        o, t = pl.submit(self.inc, pl.no_dep(x), o, dumps=[x])
        return o

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16], pl.FP32], o: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        o = self.h(x, o)
        return o
