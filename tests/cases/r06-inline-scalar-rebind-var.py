# Case r06-inline-scalar-rebind-var.
# Elsewhere: the second call saw the rebound n and sliced at 256 * n.
# Right: both calls slice at 16 * n.
import pypto.language as pl


@pl.program
class ScalarRebind:
    @pl.function(type=pl.FunctionType.Inline)
    def rows(self, src: pl.Tensor[[64, 16], pl.FP32], k: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16, 16], pl.FP32]:
        k = k * 16
        s: pl.Tensor[[16, 16], pl.FP32] = pl.slice(src, [16, 16], [k, 0])
        return s

    @pl.function
    def main(self, src: pl.Tensor[[64, 16], pl.FP32], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16, 16], pl.FP32]:
        p: pl.Tensor[[16, 16], pl.FP32] = self.rows(src, n)
        q: pl.Tensor[[16, 16], pl.FP32] = self.rows(src, n)
        r: pl.Tensor[[16, 16], pl.FP32] = pl.add(p, q)
        return r
