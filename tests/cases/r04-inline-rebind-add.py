# Case r04-inline-rebind-add.
# Elsewhere: the helper's fresh value replaced the caller's a, so c was 0.
# Right: c is (a + 1) * 3 - a.
import pypto.language as pl


@pl.program
class RebindAdd:
    @pl.function(type=pl.FunctionType.Inline)
    def bump(self, x: pl.Tensor[[4, 8], pl.FP32]) -> pl.Tensor[[4, 8], pl.FP32]:
        x = pl.add(x, 1.0)
        x = pl.mul(x, 3.0)
        return x

    @pl.function
    def main(self, a: pl.Tensor[[4, 8], pl.FP32]) -> pl.Tensor[[4, 8], pl.FP32]:
        b: pl.Tensor[[4, 8], pl.FP32] = self.bump(a)
        c: pl.Tensor[[4, 8], pl.FP32] = pl.sub(b, a)
        return c
