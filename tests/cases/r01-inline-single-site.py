# Case r01-inline-single-site.
# Right: the helper's two calls stand in main.
import pypto.language as pl


@pl.program
class One:
    @pl.function(type=pl.FunctionType.AIV)
    def scale(self, src: pl.Tensor[[32, 32], pl.FP32], dst: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        t: pl.Tile[[32, 32], pl.FP32] = pl.load(src, [0, 0], [32, 32])
        u: pl.Tile[[32, 32], pl.FP32] = pl.mul(t, 2.0)
        w: pl.Tensor[[32, 32], pl.FP32] = pl.store(u, [0, 0], dst)
        return w

    @pl.function(type=pl.FunctionType.Inline)
    def step(self, p: pl.Tensor[[32, 32], pl.FP32], q: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        mid: pl.Tensor[[32, 32], pl.FP32] = pl.create_tensor([32, 32], dtype=pl.FP32)
        m1: pl.Tensor[[32, 32], pl.FP32] = self.scale(p, mid)
        m2: pl.Tensor[[32, 32], pl.FP32] = self.scale(m1, q)
        return m2

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, a: pl.Tensor[[32, 32], pl.FP32], r: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        z: pl.Tensor[[32, 32], pl.FP32] = self.step(a, r)
        return z
