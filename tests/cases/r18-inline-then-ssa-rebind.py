# Case r18-inline-then-ssa-rebind.
# Elsewhere: the use of a after the call saw the incremented value.
# Right: c is (a + 1) - a.
import pypto.language as pl


@pl.program
class ThenSSA:
    @pl.function(type=pl.FunctionType.Inline)
    def bump(self, x: pl.Tensor[[4, 8], pl.FP32]) -> pl.Tensor[[4, 8], pl.FP32]:
        x = pl.add(x, 1.0)
        return x

    @pl.function
    def main(self, a: pl.Tensor[[4, 8], pl.FP32]) -> pl.Tensor[[4, 8], pl.FP32]:
        b: pl.Tensor[[4, 8], pl.FP32] = self.bump(a)
        c: pl.Tensor[[4, 8], pl.FP32] = pl.sub(b, a)
        return c
