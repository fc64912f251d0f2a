# Case r75-dynamic-dim-constant-extent.
# Elsewhere: the helper's symbol was left in the caller.
# Right: the loop of the helper runs to 128.
import pypto.language as pl


M = pl.dynamic("M")

@pl.program
class DynConst:
    @pl.function(type=pl.FunctionType.AIV)
    def row(self, x: pl.Tensor[[M, 64], pl.FP32], o: pl.InOut[pl.Tensor[[M, 64], pl.FP32]], i: pl.Scalar[pl.INDEX]) -> pl.Tensor[[M, 64], pl.FP32]:
        t: pl.Tile[[16, 64], pl.FP32] = pl.load(x, [i, 0], [16, 64])
        w: pl.Tensor[[M, 64], pl.FP32] = pl.store(t, [i, 0], o)
        return w

    @pl.function(type=pl.FunctionType.Inline)
    def sweep(self, x: pl.Tensor[[M, 64], pl.FP32], o: pl.InOut[pl.Tensor[[M, 64], pl.FP32]]) -> pl.Tensor[[M, 64], pl.FP32]:
        for i in pl.range(0, M, 16):
            o = self.row(x, o, i)
        return o

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[128, 64], pl.FP32], out: pl.InOut[pl.Tensor[[128, 64], pl.FP32]]) -> pl.Tensor[[128, 64], pl.FP32]:
        out = self.sweep(x, out)
        return out
