# rows: C10
# Function body, loop bodies and arms of branches; kernels are left alone.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def kernel(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t: pl.Tile[[16], pl.FP32] = pl.load(x, [0], [16])
        r: pl.Tensor[[16], pl.FP32] = pl.store(t, [0], o)
        return r

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16], pl.FP32]:
        for i in pl.range(4):
            o = self.kernel(x, o)
        if n == 0:
            o = self.kernel(x, o)
        else:
            o = self.kernel(x, o)
        k: pl.Scalar[pl.INDEX] = 0
        while k < n:
            o = self.kernel(x, o)
            k = k + 1
        return o
