# pypto.program: Mutual
import pypto.language as pl


@pl.program
class Mutual:
    @pl.function
    def even(
        self,
        x: pl.InOut[pl.Tensor[[16], pl.FP32]],
        n: pl.Scalar[pl.INDEX],
    ) -> pl.Tensor[[16], pl.FP32]:
        if n > 0:
            y: pl.Tensor[[16], pl.FP32] = pl.tensor.adds(x, 1.0)
            x_1: pl.Tensor[[16], pl.FP32] = pl.tensor.assemble(x, y, [0])
            x_2: pl.Tensor[[16], pl.FP32] = self.odd(x_1, n - 1)
            x_3: pl.Tensor[[16], pl.FP32] = pl.yield_(x_2)
        else:
            x_3: pl.Tensor[[16], pl.FP32] = pl.yield_(x)
        return x_3

    @pl.function
    def main(
        self,
        x: pl.InOut[pl.Tensor[[16], pl.FP32]],
        n: pl.Scalar[pl.INDEX],
    ) -> pl.Tensor[[16], pl.FP32]:
        x_1: pl.Tensor[[16], pl.FP32] = self.even(x, n)
        return x_1

    @pl.function
    def odd(self, x: pl.InOut[pl.Tensor[[16], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16], pl.FP32]:
        if n > 0:
            y: pl.Tensor[[16], pl.FP32] = pl.tensor.muls(x, 2.0)
            x_1: pl.Tensor[[16], pl.FP32] = pl.tensor.assemble(x, y, [0])
            x_2: pl.Tensor[[16], pl.FP32] = self.even(x_1, n - 1)
            x_3: pl.Tensor[[16], pl.FP32] = pl.yield_(x_2)
        else:
            x_3: pl.Tensor[[16], pl.FP32] = pl.yield_(x)
        return x_3

