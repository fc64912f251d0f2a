# pypto.program: EqualToArgument
import pypto.language as pl


@pl.program
class EqualToArgument:
    @pl.function
    def main(
        self,
        a: pl.Tensor[[16], pl.FP32],
        s: pl.Tensor[[8], pl.FP32],
    ) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        b: pl.Tensor[[16], pl.FP32] = pl.tensor.adds(a, 0.0)
        b_1: pl.Tensor[[16], pl.FP32] = pl.tensor.assemble(b, s, [0])
        return b_1, a

