# rows: B5
# Through a loop in a loop in a while loop.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def k(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16], pl.FP32]:
        t = pl.load(x, [0], [16])
        for c, i in pl.while_(init_values=(o, 0)):
            pl.cond(i < n)
            for a, (d,) in pl.range(0, n, init_values=(c,)):
                for b, (e,) in pl.parallel(0, 2, init_values=(d,)):
                    e1 = pl.store(t, [0], e)
                    f = pl.yield_(e1)
                g = pl.yield_(f)
            r, j = pl.yield_(g, i + 1)
        return r

#= k(x In, o Out, n In) -> o
#=   while: c ?, i ?
#=   range: d ?
#=   parallel: e ?
