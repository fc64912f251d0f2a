# Two surviving functions that call each other, each until its count has run out.
import pypto.language as pl


@pl.program
class Mutual:
    @pl.function
    def even(self, x: pl.InOut[pl.Tensor[[16], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16], pl.FP32]:
        if n > 0:
            y: pl.Tensor[[16], pl.FP32] = pl.add(x, 1.0)
            x = pl.assemble(x, y, [0])
            x = self.odd(x, n - 1)
        return x

    @pl.function
    def odd(self, x: pl.InOut[pl.Tensor[[16], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16], pl.FP32]:
        if n > 0:
            y: pl.Tensor[[16], pl.FP32] = pl.mul(x, 2.0)
            x = pl.assemble(x, y, [0])
            x = self.even(x, n - 1)
        return x

    @pl.function
    def main(self, x: pl.InOut[pl.Tensor[[16], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16], pl.FP32]:
        x = self.even(x, n)
        return x
