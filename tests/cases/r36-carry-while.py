# Case r36-carry-while.
# Elsewhere: loops with a condition were left out.
# Right: acc stays where it is, k counts.
import pypto.language as pl


@pl.program
class WhileCarry:
    @pl.function(type=pl.FunctionType.AIV)
    def tick(self, x: pl.Tensor[[16, 16], pl.FP32], acc: pl.InOut[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        t: pl.Tile[[16, 16], pl.FP32] = pl.load(x, [0, 0], [16, 16])
        w: pl.Tensor[[16, 16], pl.FP32] = pl.store(t, [0, 0], acc)
        return w

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16, 16], pl.FP32], out: pl.InOut[pl.Tensor[[16, 16], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16, 16], pl.FP32]:
        for (acc, k) in pl.while_(init_values=(out, 0)):
            pl.cond(k < n)
            acc2: pl.Tensor[[16, 16], pl.FP32] = self.tick(x, acc)
            acc_o, k_o = pl.yield_(acc2, k + 1)
        return acc_o
