# Case r15-inline-void-and-unused.
# Right: the helper that nobody calls is gone; o is a.
import pypto.language as pl


@pl.program
class Void:
    @pl.function(type=pl.FunctionType.Inline)
    def never(self, x: pl.Tensor[[8], pl.FP32]) -> pl.Tensor[[8], pl.FP32]:
        y: pl.Tensor[[8], pl.FP32] = pl.exp(x)
        return y

    @pl.function(type=pl.FunctionType.Inline)
    def void(self, x: pl.Tensor[[8], pl.FP32], o: pl.Out[pl.Tensor[[8], pl.FP32]]):
        o = pl.assemble(o, x, [0])

    @pl.function
    def main(self, a: pl.Tensor[[8], pl.FP32], o: pl.Out[pl.Tensor[[8], pl.FP32]]) -> pl.Tensor[[8], pl.FP32]:
        self.void(a, o)
        return o
