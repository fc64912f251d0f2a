# rows: D69, D75, D87
# A kernel without a body gives back its outputs; of another function nothing is known, so what it gives may be anything.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def one(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        ...

    @pl.function(type=pl.FunctionType.AIV)
    def two(self, x: pl.Tensor[[16], pl.FP32], a: pl.Out[pl.Tensor[[16], pl.FP32]], b: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        ...

    @pl.function
    def somewhere(self, x: pl.Tensor[[16], pl.FP32], o: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        ...

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16], pl.FP32], a: pl.Out[pl.Tensor[[16], pl.FP32]], b: pl.Out[pl.Tensor[[16], pl.FP32]], c: pl.Out[pl.Tensor[[16], pl.FP32]], d: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        a1 = self.one(x, a)
        a2 = self.one(x, a1)
        b1, c1 = self.two(x, b, c)
        b2 = self.one(x, b1)
        e = self.somewhere(x, d)
        f = self.one(x, e)
        return f
