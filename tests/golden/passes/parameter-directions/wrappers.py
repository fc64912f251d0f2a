# rows: D50, D51
# A Group and an Spmd function take over what their kernels do; chains of wrappers too.
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

    @pl.function(type=pl.FunctionType.Group)
    def g(self, x: pl.Tensor[[16], pl.FP32], o: pl.Tensor[[16], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        r = self.wr(x, o)
        return r

    @pl.function(type=pl.FunctionType.Spmd)
    def s(self, x: pl.Tensor[[16], pl.FP32], o: pl.Tensor[[16], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        r = self.acc(x, o)
        return r

    @pl.function(type=pl.FunctionType.Group)
    def outer(self, x: pl.Tensor[[16], pl.FP32], o: pl.Tensor[[16], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        r = self.g(x, o)
        return r
