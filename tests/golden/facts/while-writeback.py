# rows: B5, B31
# A while loop that writes its carry gives the parameter back.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def k(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16], pl.FP32]:
        t = pl.load(x, [0], [16])
        for c, i in pl.while_(init_values=(o, 0)):
            pl.cond(i < n)
            c1 = pl.store(t, [0], c)
            r, j = pl.yield_(c1, i + 1)
        return r

#= k(x In, o Out, n In) -> o
#=   while: c ?, i ?
