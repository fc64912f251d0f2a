# A helper returns its parameter itself; the caller writes the result and returns the argument.
import pypto.language as pl


@pl.program
class IdentityHelper:
    @pl.function(type=pl.FunctionType.Inline)
    def same(self, x: pl.Tensor[[16], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        return x

    @pl.function
    def main(self, a: pl.InOut[pl.Tensor[[16], pl.FP32]], s: pl.Tensor[[8], pl.FP32]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        b: pl.Tensor[[16], pl.FP32] = self.same(a)
        b = pl.assemble(b, s, [0])
        return a, b
