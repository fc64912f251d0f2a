# rows: A69
# One tensor for two parameters: an update in place is seen through both, a new binding through neither.
import pypto.language as pl


@pl.program
class Written:
    @pl.function(type=pl.FunctionType.Inline)
    def both(self, a: pl.Tensor[[16], pl.FP32], b: pl.Tensor[[16], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        pl.write(a, [0], 1.0)
        a = pl.add(a, 1.0)
        return pl.mul(a, b)

    @pl.function
    def main(self, x: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        return self.both(x, x)


@pl.program
class Spliced:
    @pl.function
    def main(self, x: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        pl.write(x, [0], 1.0)
        return pl.mul(pl.add(x, 1.0), x)
