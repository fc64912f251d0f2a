# rows: A60, A61, A68
# What a helper makes of its parameter is its own unless every step keeps the storage: not after an operator that could work
# in place but names nothing, not where another parameter took the name.
import pypto.language as pl


@pl.program
class Written:
    @pl.function(type=pl.FunctionType.Inline)
    def fresh(self, x: pl.Tensor[[16], pl.FP32], s: pl.Tensor[[4], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        x = pl.add(x, 1.0)
        x = pl.assemble(x, s, [0])
        return x

    @pl.function(type=pl.FunctionType.Inline)
    def other(self, x: pl.Tensor[[16], pl.FP32], y: pl.Tensor[[16], pl.FP32], s: pl.Tensor[[4], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        x = y
        x = pl.assemble(x, s, [4])
        return x

    @pl.function
    def main(self, a: pl.InOut[pl.Tensor[[16], pl.FP32]], b: pl.InOut[pl.Tensor[[16], pl.FP32]], s: pl.Tensor[[4], pl.FP32]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        c = self.fresh(a, s)
        d = self.other(a, b, s)
        a = pl.assemble(a, s, [8])
        return a, c, d


@pl.program
class Spliced:
    @pl.function
    def main(self, a: pl.InOut[pl.Tensor[[16], pl.FP32]], b: pl.InOut[pl.Tensor[[16], pl.FP32]], s: pl.Tensor[[4], pl.FP32]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        c = pl.add(a, 1.0)
        c = pl.assemble(c, s, [0])
        b = pl.assemble(b, s, [4])
        a = pl.assemble(a, s, [8])
        return a, c, b
