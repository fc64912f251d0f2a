# At the call the condition is not False.
import pypto.language as pl


@pl.program
class Example:
    @pl.function(type=pl.FunctionType.Inline)
    def part(self, x: pl.Tensor[[16], pl.FP32], o: pl.InOut[pl.Tensor[[16], pl.FP32]], c: pl.Scalar[pl.BOOL]) -> pl.Tensor[[16], pl.FP32]:
        if not c:
            o = pl.assemble(o, x, [0])
        return o

    @pl.function
    def f(self, x: pl.Tensor[[16], pl.FP32], o: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        o = self.part(x, o, False)
        return o
