# Case r13b-inline-argument-is-call.
# Elsewhere: the argument was computed once per use.
# Right: the exponential is computed once.
import pypto.language as pl


@pl.program
class ArgCall:
    @pl.function(type=pl.FunctionType.Inline)
    def sq(self, x: pl.Tensor[[8], pl.FP32]) -> pl.Tensor[[8], pl.FP32]:
        y: pl.Tensor[[8], pl.FP32] = pl.mul(x, x)
        return y

    @pl.function
    def main(self, a: pl.Tensor[[8], pl.FP32]) -> pl.Tensor[[8], pl.FP32]:
        r: pl.Tensor[[8], pl.FP32] = self.sq(pl.exp(a))
        return r
