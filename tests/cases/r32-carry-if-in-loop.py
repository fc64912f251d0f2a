# Case r32-carry-if-in-loop.
# Elsewhere: a carry that both branches write in place was taken to change hands.
# Right: it stays where it is.
import pypto.language as pl


@pl.program
class IfCarry:
    @pl.function(type=pl.FunctionType.AIV)
    def tick(self, x: pl.Tensor[[16, 16], pl.FP32], acc: pl.InOut[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        t: pl.Tile[[16, 16], pl.FP32] = pl.load(x, [0, 0], [16, 16])
        w: pl.Tensor[[16, 16], pl.FP32] = pl.store(t, [0, 0], acc)
        return w

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16, 16], pl.FP32], a: pl.InOut[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        for i, (p,) in pl.range(0, 4, init_values=(a,)):
            if i == 0:
                u: pl.Tensor[[16, 16], pl.FP32] = self.tick(x, p)
                v = pl.yield_(u)
            else:
                w: pl.Tensor[[16, 16], pl.FP32] = self.tick(p, p)
                v = pl.yield_(w)
            p_o = pl.yield_(v)
        return p_o
