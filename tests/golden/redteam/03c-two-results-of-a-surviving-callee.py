# pypto.program: TwoFreshCallee
import pypto.language as pl


@pl.program
class TwoFreshCallee:
    @pl.function
    def f(self, a: pl.Tensor[[16], pl.FP32]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        b: pl.Tensor[[16], pl.FP32] = pl.tensor.exp(a)
        c: pl.Tensor[[16], pl.FP32] = pl.tensor.exp(a)
        return b, c

    @pl.function
    def main(
        self,
        a: pl.Tensor[[16], pl.FP32],
        s: pl.Tensor[[8], pl.FP32],
    ) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        ret: pl.Tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]] = self.f(a)
        b: pl.Tensor[[16], pl.FP32] = ret[0]
        c: pl.Tensor[[16], pl.FP32] = ret[1]
        b_1: pl.Tensor[[16], pl.FP32] = pl.tensor.assemble(b, s, [0])
        d: pl.Tensor[[16], pl.FP32] = pl.tensor.muls(c, 2.0)
        return b_1, d

