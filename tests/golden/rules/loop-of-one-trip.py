# A loop of one trip is its body, the index being where it starts. Only where trips follow each other anyway.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, x: pl.Tensor[[8], pl.FP32], n: pl.Scalar[pl.INDEX]):
        y = x
        for i in pl.range(3, 4): y = pl.neg(y)
        r = y
        return pl.exp(r)
