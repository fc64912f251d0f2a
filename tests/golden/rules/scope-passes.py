# What the scope calls y is x.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, x: pl.Tensor[[16], pl.FP32], o: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        e = pl.exp(x)
        o = pl.assemble(o, e, [0])
        with pl.at(level=pl.Level.CORE_GROUP):
            y = x
            pl.write(o, [0], 1.0)
        o = pl.assemble(o, pl.exp(y), [0])
        return o
