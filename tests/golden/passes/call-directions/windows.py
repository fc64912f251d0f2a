# rows: D85, D86
# Two windows of one tensor are two buffers to this rule, unless they are one or plainly overlap; the whole and its window are one.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def wr(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t: pl.Tile[[16], pl.FP32] = pl.load(x, [0], [16])
        r: pl.Tensor[[16], pl.FP32] = pl.store(t, [0], o)
        return r

    @pl.function(type=pl.FunctionType.AIV)
    def acc(self, x: pl.Tensor[[16], pl.FP32], o: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t: pl.Tile[[16], pl.FP32] = pl.load(x, [0], [16])
        u: pl.Tile[[16], pl.FP32] = pl.load(o, [0], [16])
        r: pl.Tensor[[16], pl.FP32] = pl.store(pl.tile.add(t, u), [0], o)
        return r

    @pl.function(type=pl.FunctionType.AIV)
    def big(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[64], pl.FP32]]) -> pl.Tensor[[64], pl.FP32]:
        t: pl.Tile[[16], pl.FP32] = pl.load(x, [0], [16])
        r: pl.Tensor[[64], pl.FP32] = pl.store(t, [0], o)
        return r

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16], pl.FP32], a: pl.Out[pl.Tensor[[64], pl.FP32]], b: pl.Out[pl.Tensor[[64], pl.FP32]], c: pl.Out[pl.Tensor[[64], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[64], pl.FP32]:
        w0 = pl.tensor.slice(a, [16], [0])
        r0 = self.wr(x, w0)
        w1 = pl.tensor.slice(a, [16], [16])
        r1 = self.wr(x, w1)
        w2 = pl.tensor.slice(a, [16], [8])
        r2 = self.wr(x, w2)
        w3 = pl.tensor.slice(a, [16], [n])
        r3 = self.wr(x, w3)
        r4 = self.wr(x, r3)
        b1 = self.big(x, b)
        for i in pl.parallel(4):
            v = pl.tensor.slice(b1, [16], [i * 16])
            s = self.wr(x, v)
        for i in pl.parallel(4):
            u = pl.tensor.slice(c, [16], [i * 16])
            s = self.wr(x, u)
        c1 = self.big(x, c)
        return c1
