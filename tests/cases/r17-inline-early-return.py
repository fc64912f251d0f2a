# Case r17-inline-early-return.
# Elsewhere: an internal error.
# Right: an error at the early return.
import pypto.language as pl


@pl.program
class Early:
    @pl.function(type=pl.FunctionType.Inline)
    def pick(self, x: pl.Tensor[[8], pl.FP32], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[8], pl.FP32]:
        if n == 0:
            return x
        y: pl.Tensor[[8], pl.FP32] = pl.exp(x)
        return y

    @pl.function
    def main(self, a: pl.Tensor[[8], pl.FP32], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[8], pl.FP32]:
        y: pl.Tensor[[8], pl.FP32] = self.pick(a, n)
        return y
