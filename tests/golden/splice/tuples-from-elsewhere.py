# rows: A30
# A helper may return whole what a call gave it: each member is that of the call.
import pypto.language as pl


@pl.program
class Written:
    @pl.function
    def two(self, x: pl.Tensor[[16], pl.FP32]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        return pl.exp(x), pl.neg(x)

    @pl.function(type=pl.FunctionType.Inline)
    def through(self, x: pl.Tensor[[16], pl.FP32]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        both = self.two(x)
        return both

    @pl.function
    def main(self, x: pl.Tensor[[16], pl.FP32]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        p, q = self.through(x)
        return q, p


@pl.program
class Spliced:
    @pl.function
    def two(self, x: pl.Tensor[[16], pl.FP32]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        return pl.exp(x), pl.neg(x)

    @pl.function
    def main(self, x: pl.Tensor[[16], pl.FP32]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        p, q = self.two(x)
        return q, p
