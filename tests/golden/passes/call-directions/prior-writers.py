# rows: D70, D72
# The second writer of one buffer follows the first; readers do not count, InOut writers do.
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
    def main(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]], p: pl.Out[pl.Tensor[[16], pl.FP32]], q: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        y = self.wr(o, p)
        o1 = self.wr(x, o)
        o2 = self.wr(x, o1)
        tmp = pl.create_tensor([16], dtype=pl.FP32)
        t1 = self.acc(x, tmp)
        t2 = self.wr(x, t1)
        return o2
