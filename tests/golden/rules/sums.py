# Multiples of one number are one multiple.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, x: pl.Tensor[[16], pl.FP32], i: pl.Scalar[pl.INDEX]) -> pl.Tensor[[1], pl.FP32]:
        return pl.slice(x, [1], [i * 3 + i * 2 - i])
