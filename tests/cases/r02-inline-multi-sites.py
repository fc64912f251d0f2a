# Case r02-inline-multi-sites.
# Right: three copies of the helper, each with its own buffer.
import pypto.language as pl


@pl.program
class Two:
    @pl.function(type=pl.FunctionType.AIV)
    def plus(self, x: pl.Tensor[[16, 64], pl.FP32], y: pl.Tensor[[16, 64], pl.FP32], o: pl.Out[pl.Tensor[[16, 64], pl.FP32]]) -> pl.Tensor[[16, 64], pl.FP32]:
        tx: pl.Tile[[16, 64], pl.FP32] = pl.load(x, [0, 0], [16, 64])
        ty: pl.Tile[[16, 64], pl.FP32] = pl.load(y, [0, 0], [16, 64])
        ts: pl.Tile[[16, 64], pl.FP32] = pl.add(tx, ty)
        s: pl.Tensor[[16, 64], pl.FP32] = pl.store(ts, [0, 0], o)
        return s

    @pl.function(type=pl.FunctionType.Inline)
    def twice(self, v: pl.Tensor[[16, 64], pl.FP32]) -> pl.Tensor[[16, 64], pl.FP32]:
        buf: pl.Tensor[[16, 64], pl.FP32] = pl.create_tensor([16, 64], dtype=pl.FP32)
        got: pl.Tensor[[16, 64], pl.FP32] = self.plus(v, v, buf)
        return got

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, a: pl.Tensor[[16, 64], pl.FP32], b: pl.Tensor[[16, 64], pl.FP32], r: pl.Out[pl.Tensor[[16, 64], pl.FP32]]) -> pl.Tensor[[16, 64], pl.FP32]:
        a2: pl.Tensor[[16, 64], pl.FP32] = self.twice(a)
        b2: pl.Tensor[[16, 64], pl.FP32] = self.twice(b)
        a4: pl.Tensor[[16, 64], pl.FP32] = self.twice(a2)
        t: pl.Tensor[[16, 64], pl.FP32] = pl.create_tensor([16, 64], dtype=pl.FP32)
        u: pl.Tensor[[16, 64], pl.FP32] = self.plus(a4, b2, t)
        f: pl.Tensor[[16, 64], pl.FP32] = self.plus(u, a, r)
        return f
