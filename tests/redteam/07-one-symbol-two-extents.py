# Both parameters of the helper call their extent N, and the site passes 16 and 32. The loop runs to the extent of the
# second.
import pypto.language as pl

N = pl.dynamic("N")


@pl.program
class TwoExtents:
    @pl.function(type=pl.FunctionType.Inline)
    def h(self, a: pl.Tensor[[N], pl.FP32], b: pl.Tensor[[N], pl.FP32], o: pl.InOut[pl.Tensor[[32], pl.FP32]]) -> pl.Tensor[[32], pl.FP32]:
        n: pl.Scalar[pl.INDEX] = pl.tensor.dim(b, 0)
        for i in pl.range(0, n, 8):
            s: pl.Tensor[[8], pl.FP32] = pl.slice(b, [8], [i])
            o = pl.assemble(o, s, [i])
        m: pl.Scalar[pl.INDEX] = pl.tensor.dim(a, 0)
        for j in pl.range(0, m, 8):
            s2: pl.Tensor[[8], pl.FP32] = pl.slice(a, [8], [j])
            o = pl.assemble(o, s2, [j])
        return o

    @pl.function
    def main(self, x: pl.Tensor[[16], pl.FP32], y: pl.Tensor[[32], pl.FP32], o: pl.InOut[pl.Tensor[[32], pl.FP32]]) -> pl.Tensor[[32], pl.FP32]:
        r: pl.Tensor[[32], pl.FP32] = self.h(x, y, o)
        return r
