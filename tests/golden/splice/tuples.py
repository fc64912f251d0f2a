# rows: A25, A26, A27, A29
# Tuples dissolve: unpacked, written in parentheses, built before the return, handed through a helper.
import pypto.language as pl


@pl.program
class Written:
    @pl.function(type=pl.FunctionType.Inline)
    def pair(self, x: pl.Tensor[[16], pl.FP32]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        return (pl.add(x, 1.0), pl.add(x, 2.0))

    @pl.function(type=pl.FunctionType.Inline)
    def named(self, x: pl.Tensor[[16], pl.FP32]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        both = (pl.mul(x, 3.0), pl.mul(x, 4.0))
        return both

    @pl.function(type=pl.FunctionType.Inline)
    def through(self, x: pl.Tensor[[16], pl.FP32]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        p, q = self.pair(x)
        return q, p

    @pl.function
    def main(self, x: pl.Tensor[[16], pl.FP32]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        a, b = self.through(x)
        both = self.named(x)
        return a, b, both[1], both[0]


@pl.program
class Spliced:
    @pl.function
    def main(self, x: pl.Tensor[[16], pl.FP32]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        p = pl.add(x, 1.0)
        q = pl.add(x, 2.0)
        r = pl.mul(x, 3.0)
        s = pl.mul(x, 4.0)
        return q, p, s, r
