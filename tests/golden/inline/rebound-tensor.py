# A56: a parameter rebound to a fresh value is a local name: a + 2a, not 4a.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.Inline)
    def twice(self, t: pl.Tensor[[16], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        t = pl.add(t, t)
        return t

    @pl.function
    def main(self, a: pl.Tensor[[16], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        u = self.twice(a)
        w = pl.add(a, u)
        return w
