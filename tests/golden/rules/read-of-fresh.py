# What y holds before it is written is the exponential: its negation is there already when that is asked for once more.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, x: pl.Tensor[[8], pl.FP32], s: pl.Tensor[[4], pl.FP32]):
        y = pl.exp(x)
        z = pl.neg(y)
        y = pl.assemble(y, s, [0])
        e = pl.exp(x)
        w = pl.neg(e)
        return pl.add(z, w), y
