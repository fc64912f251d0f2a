# pypto.program: IdentityCallee
import pypto.language as pl


@pl.program
class IdentityCallee:
    @pl.function
    def same(self, x: pl.Tensor[[16], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        return x

    @pl.function
    def main(
        self,
        a: pl.InOut[pl.Tensor[[16], pl.FP32]],
        s: pl.Tensor[[8], pl.FP32],
    ) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        b: pl.Tensor[[16], pl.FP32] = self.same(a)
        b_1: pl.Tensor[[16], pl.FP32] = pl.tensor.assemble(b, s, [0])
        return b_1, b_1

