# pypto.program: OneValue
import pypto.language as pl


@pl.program
class OneValue:
    @pl.function
    def main(
        self,
        a: pl.Tensor[[16], pl.FP32],
        s: pl.Tensor[[8], pl.FP32],
    ) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        b: pl.Tensor[[16], pl.FP32] = pl.tensor.exp(a)
        c: pl.Tensor[[16], pl.FP32] = pl.tensor.exp(a)
        b_1: pl.Tensor[[16], pl.FP32] = pl.tensor.assemble(b, s, [0])
        return b_1, c

