# The same where the callee survives as a function of its own.
import pypto.language as pl


@pl.program
class TwoFreshCallee:
    @pl.function
    def f(self, a: pl.Tensor[[16], pl.FP32]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        b: pl.Tensor[[16], pl.FP32] = pl.exp(a)
        c: pl.Tensor[[16], pl.FP32] = pl.exp(a)
        return b, c

    @pl.function
    def main(self, a: pl.Tensor[[16], pl.FP32], s: pl.Tensor[[8], pl.FP32]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        b, c = self.f(a)
        b = pl.assemble(b, s, [0])
        d: pl.Tensor[[16], pl.FP32] = pl.mul(c, 2.0)
        return b, d
