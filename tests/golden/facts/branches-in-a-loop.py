# rows: B5, B17
# Both arms of a branch in a while loop write the carry; a branch in a branch too.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def k(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16], pl.FP32]:
        t = pl.load(x, [0], [16])
        for c, i in pl.while_(init_values=(o, 0)):
            pl.cond(i < n)
            if i == 0:
                d = pl.store(t, [0], c)
            else:
                if i == 1:
                    d = pl.store(t, [0], c)
                else:
                    d = c
            r, j = pl.yield_(d, i + 1)
        return r

#= k(x In, o Out, n In) -> o
#=   while: c ?, i ?
