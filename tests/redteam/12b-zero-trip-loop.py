# A loop that would write the whole buffer may run no trip at all.
import pypto.language as pl


@pl.program
class ZeroTrip:
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, x: pl.Tensor[[16], pl.FP32], o: pl.InOut[pl.Tensor[[16], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16], pl.FP32]:
        t: pl.Tile[[16], pl.FP32] = pl.load(x, [0], [16])
        o1: pl.Tensor[[16], pl.FP32] = pl.store(t, [0], o)
        for i, (acc,) in pl.range(n, init_values=(o1,)):
            acc1: pl.Tensor[[16], pl.FP32] = pl.store(pl.add(t, 5.0), [0], acc)
            r = pl.yield_(acc1)
        return r
