# Case r35-carry-fibonacci-scalars.
# Elsewhere: carries were assigned one after the other, so g became 2 * g.
# Right: both carries change at once.
import pypto.language as pl


@pl.program
class Fib:
    @pl.function(type=pl.FunctionType.AIV)
    def tick(self, x: pl.Tensor[[16, 16], pl.FP32], acc: pl.InOut[pl.Tensor[[16, 16], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16, 16], pl.FP32]:
        t: pl.Tile[[16, 16], pl.FP32] = pl.load(x, [n, 0], [16, 16])
        w: pl.Tensor[[16, 16], pl.FP32] = pl.store(t, [0, 0], acc)
        return w

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16, 16], pl.FP32], out: pl.InOut[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        for i, (acc, f, g) in pl.range(0, 8, init_values=(out, 0, 1)):
            acc2: pl.Tensor[[16, 16], pl.FP32] = self.tick(x, acc, f)
            acc_o, f_o, g_o = pl.yield_(acc2, g, f + g)
        return acc_o
