# rows: B31
# What is returned is declared without the layout that the parameter has. Where the parameter is returned, the declared type stays,
# since callers bind values of it.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[4, 8], pl.FP32], o: pl.Out[pl.Tensor[[4, 8], pl.FP32, pl.NZ]]) -> pl.Tensor[[4, 8], pl.FP32]:
        t = pl.load(x, [0, 0], [4, 8])
        r = pl.store(t, [0, 0], o)
        return r

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[4, 8], pl.FP32], o: pl.Out[pl.Tensor[[4, 8], pl.FP32, pl.NZ]]) -> pl.Tensor[[4, 8], pl.FP32]:
        w = self.k(x, o)
        return w
