# pypto.program: BareCallee
import pypto.language as pl


@pl.program
class BareCallee:
    @pl.function
    def h(self, x: pl.Tensor[[16], pl.FP32], s: pl.Tensor[[8], pl.FP32]):
        x_1: pl.Tensor[[16], pl.FP32] = pl.tensor.assemble(x, s, [0])

    @pl.function
    def main(
        self,
        a: pl.Tensor[[16], pl.FP32],
        s: pl.Tensor[[8], pl.FP32],
        o: pl.InOut[pl.Tensor[[16], pl.FP32]],
    ) -> pl.Tensor[[16], pl.FP32]:
        self.h(a, s)
        o_1: pl.Tensor[[16], pl.FP32] = pl.tensor.assemble(o, a, [0])
        return o_1

