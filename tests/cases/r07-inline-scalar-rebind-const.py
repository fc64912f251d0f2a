# Case r07-inline-scalar-rebind-const.
# Elsewhere: a constant ended up on the left of an assignment.
# Right: the slice starts at 32.
import pypto.language as pl


@pl.program
class ScalarRebindConst:
    @pl.function(type=pl.FunctionType.Inline)
    def rows(self, src: pl.Tensor[[64, 16], pl.FP32], k: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16, 16], pl.FP32]:
        k = k * 16
        s: pl.Tensor[[16, 16], pl.FP32] = pl.slice(src, [16, 16], [k, 0])
        return s

    @pl.function
    def main(self, src: pl.Tensor[[64, 16], pl.FP32]) -> pl.Tensor[[16, 16], pl.FP32]:
        p: pl.Tensor[[16, 16], pl.FP32] = self.rows(src, 2)
        return p
