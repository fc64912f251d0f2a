import pypto.language as pl


@pl.program
class P:
    @pl.function
    def main(self, x: pl.Tensor[[16, 16], pl.FP32]) -> pl.Tensor[[16, 16], pl.FP32]:
        y: pl.Tensor[[16, 16], pl.FP32] = pl.exq(x)
        z: pl.Tensor[[16, 16], pl.FP32] = pl.tensor.negg(y)
        pl.hardware.reset(z, mode=3)
        return z
