# rows: A21, A32
# Exchanged results are values, not names that are assigned one after the other.
import pypto.language as pl


@pl.program
class Written:
    @pl.function(type=pl.FunctionType.Inline)
    def swap(self, a: pl.Tensor[[16], pl.FP32], b: pl.Tensor[[16], pl.FP32]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        return b, a

    @pl.function(type=pl.FunctionType.Inline)
    def same(self, a: pl.Tensor[[16], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        return a

    @pl.function
    def main(self, a: pl.Tensor[[16], pl.FP32], b: pl.Tensor[[16], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        a, b = self.swap(a, b)
        a = self.same(a)
        return pl.sub(a, b)


@pl.program
class Spliced:
    @pl.function
    def main(self, a: pl.Tensor[[16], pl.FP32], b: pl.Tensor[[16], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        return pl.sub(b, a)
