# What one trip writes the next one reads.
import pypto.language as pl


@pl.program
class LaterTrip:
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, x: pl.Tensor[[16], pl.FP32], o: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        for i, (acc,) in pl.range(2, init_values=(o,)):
            t: pl.Tile[[8], pl.FP32] = pl.load(acc, [0], [8])
            acc1: pl.Tensor[[16], pl.FP32] = pl.store(pl.add(t, 1.0), [i * 8], acc)
            u: pl.Tile[[8], pl.FP32] = pl.load(x, [0], [8])
            acc2: pl.Tensor[[16], pl.FP32] = pl.store(u, [0], acc1)
            r = pl.yield_(acc2)
        return r
