# The helper narrows its parameter and returns nothing: the caller's later uses see the narrowed one.
import pypto.language as pl


@pl.program
class Narrowed:
    @pl.function(type=pl.FunctionType.Inline)
    def narrow(self, x: pl.Tensor[[16, 16], pl.FP32]):
        x = pl.tensor.set_validshape(x, 2, 2)

    @pl.function
    def main(self, a: pl.Tensor[[16, 16], pl.FP32], o: pl.InOut[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        self.narrow(a)
        o = pl.assemble(o, a, [0, 0])
        return o
