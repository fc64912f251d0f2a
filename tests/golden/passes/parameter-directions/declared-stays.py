# rows: D28, D44, D52
# What is declared binds: Out stays Out though the body reads it back or never writes it.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]], p: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t: pl.Tile[[16], pl.FP32] = pl.load(x, [0], [16])
        o1: pl.Tensor[[16], pl.FP32] = pl.store(t, [0], o)
        u: pl.Tile[[16], pl.FP32] = pl.load(o1, [0], [16])
        o2: pl.Tensor[[16], pl.FP32] = pl.store(u, [0], o1)
        return o2

    @pl.function(type=pl.FunctionType.Group)
    def g(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]], p: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        r = self.k(x, o, o)
        return r
