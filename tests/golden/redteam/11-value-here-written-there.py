# pypto.program: IdentityHelper
import pypto.language as pl


@pl.program
class IdentityHelper:
    @pl.function
    def main(
        self,
        a: pl.InOut[pl.Tensor[[16], pl.FP32]],
        s: pl.Tensor[[8], pl.FP32],
    ) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        b: pl.Tensor[[16], pl.FP32] = pl.tensor.assemble(a, s, [0])
        return b, b

