# Each trip makes p what it was before the loop.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, x: pl.Tensor[[16], pl.FP32], o: pl.InOut[pl.Tensor[[16], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16], pl.FP32]:
        e = pl.exp(x)
        o = pl.assemble(o, e, [0])
        for i, (p, r) in pl.range(n, init_values=(x, o)):
            r = pl.assemble(r, p, [0])
            p, o = pl.yield_(x, r)
        o = pl.assemble(o, pl.exp(p), [0])
        return o
