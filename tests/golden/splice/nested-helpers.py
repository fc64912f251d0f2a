# rows: A63, A64
# A nested helper that hands its parameter on keeps the storage; one that makes something new does not.
import pypto.language as pl


@pl.program
class Written:
    @pl.function(type=pl.FunctionType.Inline)
    def hand(self, t: pl.Tensor[[16], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        return t

    @pl.function(type=pl.FunctionType.Inline)
    def make(self, t: pl.Tensor[[16], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        return pl.add(t, 1.0)

    @pl.function(type=pl.FunctionType.Inline)
    def keeps(self, t: pl.Tensor[[16], pl.FP32]):
        t = self.hand(t)
        pl.write(t, [0], 1.0)

    @pl.function(type=pl.FunctionType.Inline)
    def loses(self, t: pl.Tensor[[16], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        t = self.make(t)
        pl.write(t, [1], 2.0)
        return t

    @pl.function
    def main(self, x: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        self.keeps(x)
        y = self.loses(x)
        return x, y


@pl.program
class Spliced:
    @pl.function
    def main(self, x: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        pl.write(x, [0], 1.0)
        y = pl.add(x, 1.0)
        pl.write(y, [1], 2.0)
        return x, y
