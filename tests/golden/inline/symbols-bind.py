# A70 A71: a shape symbol of a helper is the extent of what it is given, in types and in bounds.
import pypto.language as pl

N = pl.dynamic("N")


@pl.program
class P:
    @pl.function(type=pl.FunctionType.Inline)
    def rows(self, x: pl.Tensor[[N, 4], pl.FP32], o: pl.Out[pl.Tensor[[N, 4], pl.FP32]]) -> pl.Tensor[[N, 4], pl.FP32]:
        for i in pl.range(N):
            y: pl.Tensor[[1, 4], pl.FP32] = pl.slice(x, [1, 4], [i, 0])
            o = pl.assemble(o, pl.exp(y), [i, 0])
        return o

    @pl.function
    def main(self, a: pl.Tensor[[24, 4], pl.FP32], o: pl.Out[pl.Tensor[[24, 4], pl.FP32]]) -> pl.Tensor[[24, 4], pl.FP32]:
        o = self.rows(a, o)
        return o
