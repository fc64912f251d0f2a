# rows: A67
# Refining the valid part of a parameter refines the caller's name.
import pypto.language as pl


@pl.program
class Written:
    @pl.function(type=pl.FunctionType.Inline)
    def narrow(self, x: pl.Tensor[[16, 16], pl.FP32], n: pl.Scalar[pl.INDEX]):
        x = pl.tensor.set_validshape(x, n, 16)

    @pl.function
    def main(self, x: pl.Tensor[[16, 16], pl.FP32], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16, 16], pl.FP32]:
        self.narrow(x, n)
        return pl.add(x, 1.0)


@pl.program
class Spliced:
    @pl.function
    def main(self, x: pl.Tensor[[16, 16], pl.FP32], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16, 16], pl.FP32]:
        y = pl.tensor.set_validshape(x, n, 16)
        return pl.add(y, 1.0)
