# rows: D87, D88
# The results of a call are the parameters that the callee returns, not its outputs in order.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def k(self, x: pl.Tensor[[16], pl.FP32], cache: pl.InOut[pl.Tensor[[16], pl.FP32]], a: pl.Out[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Scalar[pl.INDEX]]:
        t: pl.Tile[[16], pl.FP32] = pl.load(x, [0], [16])
        c1: pl.Tensor[[16], pl.FP32] = pl.store(t, [0], cache)
        a1: pl.Tensor[[16], pl.FP32] = pl.store(t, [0], a)
        return a1, 3

    @pl.function(type=pl.FunctionType.AIV)
    def wr(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t: pl.Tile[[16], pl.FP32] = pl.load(x, [0], [16])
        r: pl.Tensor[[16], pl.FP32] = pl.store(t, [0], o)
        return r

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16], pl.FP32], cache: pl.InOut[pl.Tensor[[16], pl.FP32]], a: pl.Out[pl.Tensor[[16], pl.FP32]], b: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        r, n = self.k(x, cache, a)
        s = self.wr(r, b)
        u = self.wr(s, r)
        return u
