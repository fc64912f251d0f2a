# A50 A51 A52 A59: a write through a parameter, with pl.Out or without, and through a slice, reaches the caller's tensor.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.Inline)
    def fill(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        o = pl.assemble(o, x, [0])
        return o

    @pl.function(type=pl.FunctionType.Inline)
    def fill_bare(self, x: pl.Tensor[[16], pl.FP32], o: pl.Tensor[[16], pl.FP32]):
        o = pl.assemble(o, x, [0])

    @pl.function
    def main(self, a: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]], p: pl.Out[pl.Tensor[[4, 16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[4, 16], pl.FP32]]:
        o = self.fill(a, o)
        self.fill_bare(a, o)
        self.fill_bare(a, p[1])
        return o, p
