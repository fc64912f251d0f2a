# A tensor that was put whole is loaded itself.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, x: pl.InOut[pl.Tensor[[16, 16], pl.FP32]], y: pl.Tensor[[4, 4], pl.FP32]):
        x = pl.assemble(x, y, [2, 2])
        r = pl.load(x, [3, 3], [2, 2])
        return pl.exp(r), x
