# Case r66-full-while.
# Elsewhere: the loop was emitted once, without its condition.
# Right: n tasks.
import pypto.language as pl


@pl.program
class FullWhile:
    @pl.function(type=pl.FunctionType.AIV)
    def inc(self, x: pl.Tensor[[16, 16], pl.FP32], o: pl.Out[pl.Tensor[[16, 16], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16, 16], pl.FP32]:
        t: pl.Tile[[16, 16], pl.FP32] = pl.load(x, [n, 0], [16, 16])
        u: pl.Tile[[16, 16], pl.FP32] = pl.add(t, 1.0)
        w: pl.Tensor[[16, 16], pl.FP32] = pl.store(u, [0, 0], o)
        return w

    @pl.function(type=pl.FunctionType.AIV)
    def diff(self, x: pl.Tensor[[16, 16], pl.FP32], y: pl.Tensor[[16, 16], pl.FP32], o: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        t: pl.Tile[[16, 16], pl.FP32] = pl.load(x, [0, 0], [16, 16])
        u: pl.Tile[[16, 16], pl.FP32] = pl.load(y, [0, 0], [16, 16])
        v: pl.Tile[[16, 16], pl.FP32] = pl.sub(t, u)
        w: pl.Tensor[[16, 16], pl.FP32] = pl.store(v, [0, 0], o)
        return w

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16, 16], pl.FP32], out: pl.InOut[pl.Tensor[[16, 16], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16, 16], pl.FP32]:
        k: pl.Scalar[pl.INDEX] = 0
        while k < n:
            out = self.inc(x, out, k)
            k = k + 1
        return out
