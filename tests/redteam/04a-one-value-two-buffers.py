# One value is bound to two names and one of them is written.
import pypto.language as pl


@pl.program
class OneValue:
    @pl.function
    def main(self, a: pl.Tensor[[16], pl.FP32], s: pl.Tensor[[8], pl.FP32]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        b: pl.Tensor[[16], pl.FP32] = pl.exp(a)
        c: pl.Tensor[[16], pl.FP32] = pl.exp(a)
        b = pl.assemble(b, s, [0])
        return b, c
