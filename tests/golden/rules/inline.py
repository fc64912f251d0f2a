# A helper becomes its body.
import pypto.language as pl


@pl.program
class Example:
    @pl.function(type=pl.FunctionType.Inline)
    def put(self, x: pl.Tensor[[16], pl.FP32], o: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        return pl.assemble(o, pl.exp(x), [0])

    @pl.function
    def f(self, x: pl.Tensor[[16], pl.FP32], o: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        o = self.put(x, o)
        return o
