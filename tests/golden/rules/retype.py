# Narrowed twice is narrowed once: b and c are one handle.
import pypto.language as pl


@pl.program
class Example:
    @pl.function(type=pl.FunctionType.Inline)
    def narrow(self, x: pl.Tensor[[16, 16], pl.FP32]):
        return pl.set_validshape(x, 4, 4)

    @pl.function
    def f(self, x: pl.InOut[pl.Tensor[[16, 16], pl.FP32]], s: pl.Tensor[[1, 1], pl.FP32]):
        x = pl.assemble(x, s, [0, 0])
        a = pl.set_validshape(x, 8, 8)
        b = self.narrow(a)
        c = pl.set_validshape(x, 4, 4)
        return b, c
