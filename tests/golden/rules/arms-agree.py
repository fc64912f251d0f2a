# Both arms give x.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, x: pl.Tensor[[16], pl.FP32], o: pl.InOut[pl.Tensor[[16], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16], pl.FP32]:
        e = pl.exp(x)
        o = pl.assemble(o, e, [0])
        if n < 2:
            pl.write(o, [0], 1.0)
            w = pl.yield_(x)
        else:
            w = pl.yield_(x)
        o = pl.assemble(o, pl.exp(w), [0])
        return o
