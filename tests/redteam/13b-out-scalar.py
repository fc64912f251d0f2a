# A scalar parameter declared Out is rebound: the caller's scalar changes. One without a direction is rebound: it does
# not.
import pypto.language as pl


@pl.program
class OutScalar:
    @pl.function
    def main(self, x: pl.Tensor[[32], pl.FP32], o: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        n: pl.Scalar[pl.INDEX] = 2
        m: pl.Scalar[pl.INDEX] = 1
        a: pl.Tensor[[4], pl.FP32] = self.bump2(n, m, x)
        o = pl.assemble(o, a, [n])
        b: pl.Tensor[[4], pl.FP32] = self.bump2(n, m, x)
        o = pl.assemble(o, b, [m])
        return o

    @pl.function(type=pl.FunctionType.Inline)
    def bump2(self, k: pl.InOut[pl.Scalar[pl.INDEX]], j: pl.Scalar[pl.INDEX], x: pl.Tensor[[32], pl.FP32]) -> pl.Tensor[[4], pl.FP32]:
        k = k + 4
        j = j + 4
        y: pl.Tensor[[4], pl.FP32] = pl.slice(x, [4], [k + j])
        return y
