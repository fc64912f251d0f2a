# Case r13-inline-nested-in-expression.
# Elsewhere: the nested call survived its helper.
# Right: r is a * a + a.
import pypto.language as pl


@pl.program
class NestedExpr:
    @pl.function(type=pl.FunctionType.Inline)
    def sq(self, x: pl.Tensor[[8], pl.FP32]) -> pl.Tensor[[8], pl.FP32]:
        y: pl.Tensor[[8], pl.FP32] = pl.mul(x, x)
        return y

    @pl.function
    def main(self, a: pl.Tensor[[8], pl.FP32]) -> pl.Tensor[[8], pl.FP32]:
        r: pl.Tensor[[8], pl.FP32] = pl.add(self.sq(a), a)
        return r
