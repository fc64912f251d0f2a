# `x + 0` has the content of `x` and storage of its own. Writing into it must not reach `a`.
import pypto.language as pl


@pl.program
class FreshResult:
    @pl.function(type=pl.FunctionType.Inline)
    def f(self, x: pl.Tensor[[16], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        y: pl.Tensor[[16], pl.FP32] = pl.add(x, 0.0)
        return y

    @pl.function
    def main(self, a: pl.Tensor[[16], pl.FP32], s: pl.Tensor[[8], pl.FP32]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        b: pl.Tensor[[16], pl.FP32] = self.f(a)
        b = pl.assemble(b, s, [0])
        return a, b
