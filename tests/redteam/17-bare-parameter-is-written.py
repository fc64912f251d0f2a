# A parameter without a direction is written and not returned. The write must stay.
import pypto.language as pl


@pl.program
class Bare:
    @pl.function(type=pl.FunctionType.Inline)
    def h(self, x: pl.Tensor[[16], pl.FP32], s: pl.Tensor[[8], pl.FP32]):
        x = pl.assemble(x, s, [0])

    @pl.function
    def main(self, a: pl.Tensor[[16], pl.FP32], s: pl.Tensor[[8], pl.FP32], o: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        self.h(a, s)
        o = pl.assemble(o, a, [0])
        return o
