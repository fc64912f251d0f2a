# pypto.program: Bare
import pypto.language as pl


@pl.program
class Bare:
    @pl.function
    def main(
        self,
        a: pl.Tensor[[16], pl.FP32],
        s: pl.Tensor[[8], pl.FP32],
        o: pl.InOut[pl.Tensor[[16], pl.FP32]],
    ) -> pl.Tensor[[16], pl.FP32]:
        x: pl.Tensor[[16], pl.FP32] = pl.tensor.assemble(a, s, [0])
        o_1: pl.Tensor[[16], pl.FP32] = pl.tensor.assemble(o, x, [0])
        return o_1

