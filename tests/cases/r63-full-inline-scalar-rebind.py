# Case r63-full-inline-scalar-rebind.
# Elsewhere: the second task got k + 6.
# Right: both tasks get k + 3.
import pypto.language as pl


@pl.program
class FullScalar:
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

    @pl.function(type=pl.FunctionType.Inline)
    def at(self, x: pl.Tensor[[16, 16], pl.FP32], o: pl.Out[pl.Tensor[[16, 16], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16, 16], pl.FP32]:
        n = n + 3
        r: pl.Tensor[[16, 16], pl.FP32] = self.inc(x, o, n)
        return r

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, a: pl.Tensor[[16, 16], pl.FP32], p: pl.Out[pl.Tensor[[16, 16], pl.FP32]], q: pl.Out[pl.Tensor[[16, 16], pl.FP32]], k: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16, 16], pl.FP32]:
        p = self.at(a, p, k)
        q = self.at(a, q, k)
        return q
