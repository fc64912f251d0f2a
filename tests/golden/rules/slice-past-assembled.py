# A window does not see what was put beside it.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, x: pl.InOut[pl.Tensor[[16, 16], pl.FP32]], y: pl.Tensor[[4, 4], pl.FP32], z: pl.Tensor[[4, 4], pl.FP32]):
        w = pl.slice(x, [4, 4], [2, 2])
        u = pl.neg(w)
        x = pl.assemble(x, y, [8, 8])
        r = pl.neg(w)
        return pl.exp(r), u, x
