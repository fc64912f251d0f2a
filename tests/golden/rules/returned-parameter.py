# What the callee returns is what it was given.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def same(self, x: pl.Tensor[[16], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        return x

    @pl.function
    def f(self, x: pl.InOut[pl.Tensor[[16], pl.FP32]], s: pl.Tensor[[8], pl.FP32]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        y = self.same(x)
        y = pl.assemble(y, s, [0])
        return x, y
