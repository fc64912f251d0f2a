import pypto.language as pl


@pl.program
class P:
    @pl.function
    def void(self, x: pl.Tensor[[16], pl.FP32]):
        y = pl.exp(x)

    @pl.function
    def one(self, x: pl.Tensor[[16], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        return pl.cast(x, target_type=pl.INT32)

    @pl.function
    def two(self, x: pl.Tensor[[16], pl.FP32]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Scalar[pl.INDEX]]:
        return x

    @pl.function
    def none(self, x: pl.Tensor[[16], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        y = pl.exp(x)

    @pl.function
    def again(self, x: pl.Tensor[[16], pl.FP32]):
        return self.again(x)

    @pl.function
    def main(self, x: pl.Tensor[[16], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        a = self.void(x)
        b = pl.exp(self.void(x))
        c, d = self.one(x)
        e, f, g = self.two(x)
        h = self.twoo(x)
        k = self.two(x)[2]
        return a

    @pl.function
    def one(self, x: pl.Tensor[[16], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        return x
