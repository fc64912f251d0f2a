# rows: C24, C25, B35
# A kernel with an unreturned scratch output in a while loop: both carries are names.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def part(self, x: pl.Tensor[[16], pl.FP32], scratch: pl.Out[pl.Tensor[[16], pl.FP32]], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t = pl.load(x, [0], [16])
        pl.store(t, [0], scratch)
        r = pl.store(t, [0], o)
        return r

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16], pl.FP32], sc: pl.Out[pl.Tensor[[16], pl.FP32]], o: pl.Out[pl.Tensor[[16], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        for c, d, i in pl.while_(init_values=(sc, o, 0)):
            pl.cond(i < n)
            d1 = self.part(x, c, d)
            r, s, j = pl.yield_(c, d1, i + 1)
        return r, s

#= main(x In, sc Out, o Out, n In) -> sc o
#=   call part: input, inout, inout
#=   while: c trivial, d trivial, i rebind
