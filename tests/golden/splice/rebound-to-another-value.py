# rows: A56
# A parameter bound to a new tensor leaves the argument alone: 3a, not 4a.
import pypto.language as pl


@pl.program
class Written:
    @pl.function(type=pl.FunctionType.Inline)
    def twice(self, t: pl.Tensor[[16], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        t = pl.add(t, t)
        return t

    @pl.function
    def main(self, a: pl.Tensor[[16], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        b = self.twice(a)
        return pl.add(a, b)


@pl.program
class Spliced:
    @pl.function
    def main(self, a: pl.Tensor[[16], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        b = pl.add(a, a)
        return pl.add(a, b)
