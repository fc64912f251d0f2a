# rows: A70, A72, A73, A74
# Symbols of a helper are the extents of its arguments, whatever the caller calls them.
import pypto.language as pl

K = pl.dynamic("K")
M = pl.dynamic("M")
N = pl.dynamic("N")

@pl.program
class Written:
    @pl.function(type=pl.FunctionType.Inline)
    def first(self, x: pl.Tensor[[N, 4], pl.FP32], y: pl.Tensor[[M, 4], pl.FP32]) -> pl.Tensor[[M, 4], pl.FP32]:
        n = pl.tensor.dim(x, 0)
        s = pl.slice(x, [2, 4], [n - 2, 0])
        return pl.assemble(y, s, [0, 0])

    @pl.function
    def main(self, a: pl.Tensor[[K, 4], pl.FP32], b: pl.InOut[pl.Tensor[[8, 4], pl.FP32]], c: pl.InOut[pl.Tensor[[K, 4], pl.FP32]]) -> tuple[pl.Tensor[[8, 4], pl.FP32], pl.Tensor[[K, 4], pl.FP32]]:
        b = self.first(a, b)
        c = self.first(b, c)
        return b, c


@pl.program
class Spliced:
    @pl.function
    def main(self, a: pl.Tensor[[K, 4], pl.FP32], b: pl.InOut[pl.Tensor[[8, 4], pl.FP32]], c: pl.InOut[pl.Tensor[[K, 4], pl.FP32]]) -> tuple[pl.Tensor[[8, 4], pl.FP32], pl.Tensor[[K, 4], pl.FP32]]:
        k = pl.tensor.dim(a, 0)
        b = pl.assemble(b, pl.slice(a, [2, 4], [k - 2, 0]), [0, 0])
        c = pl.assemble(c, pl.slice(b, [2, 4], [6, 0]), [0, 0])
        return b, c
