# Case r61-full-inline-rebind-param.
# Elsewhere: both operands of the difference were the helper's buffer.
# Right: out is (a + 1) - a.
import pypto.language as pl


@pl.program
class FullRebind:
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
    def bump(self, x: pl.Tensor[[16, 16], pl.FP32]) -> pl.Tensor[[16, 16], pl.FP32]:
        buf: pl.Tensor[[16, 16], pl.FP32] = pl.create_tensor([16, 16], dtype=pl.FP32)
        x = self.inc(x, buf, 0)
        return x

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, a: pl.Tensor[[16, 16], pl.FP32], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        b: pl.Tensor[[16, 16], pl.FP32] = self.bump(a)
        c: pl.Tensor[[16, 16], pl.FP32] = self.diff(b, a, out)
        return c
