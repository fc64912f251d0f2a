# rows: D40, D41, D42, D43, D46
# A caller hands its parameter to a slot that is written: itself, through a carry, through a branch, by a submission, through a window. Declared return types stay.
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

    @pl.function
    def main(self, x: pl.Tensor[[16], pl.FP32], sink: pl.Tensor[[16], pl.FP32], both: pl.Tensor[[16], pl.FP32], a: pl.Tensor[[16], pl.FP32], b: pl.Tensor[[16], pl.FP32], s: pl.Tensor[[16], pl.FP32], big: pl.Tensor[[64], pl.FP32], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16], pl.FP32]:
        cur = sink
        for _i in pl.range(4):
            cur = self.wr(x, cur)
        both = self.acc(x, both)
        if n == 0:
            r = a
        else:
            r = b
        r = self.wr(x, r)
        s, t = pl.submit(self.wr, x, s)
        w = pl.tensor.slice(big, [16], [0])
        w = self.wr(x, w)
        return cur
