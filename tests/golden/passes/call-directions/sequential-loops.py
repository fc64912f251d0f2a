# rows: D67
# A loop whose trips follow each other makes every Out an inout: range, unroll, while, and any of them around a parallel one.
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

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]], p: pl.Out[pl.Tensor[[16], pl.FP32]], q: pl.Out[pl.Tensor[[16], pl.FP32]], r: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        for i in pl.range(4):
            o = self.wr(x, o)
        for i in pl.range(4):
            for j in pl.parallel(4):
                p = self.wr(x, p)
        for i in pl.parallel(4):
            for j in pl.range(4):
                q = self.wr(x, q)
        k: pl.Scalar[pl.INDEX] = 0
        while k < 4:
            r = self.wr(x, r)
            k = k + 1
        return o
