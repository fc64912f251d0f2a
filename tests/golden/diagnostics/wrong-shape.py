import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(
        self, x: pl.Tensor[[16, 8], pl.FP32], n: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[16, 8], pl.FP32]]
    ) -> pl.Tensor[[16, 8], pl.FP32]:
        return y

    @pl.function
    def main(self, x: pl.Tensor[[16, 9], pl.FP32], f: pl.Scalar[pl.FP32], y: pl.Out[pl.Tensor[[16, 8], pl.FP16]]):
        y = self.k(x, f, y)
        z: pl.Tensor[[9, 16], pl.FP32] = pl.add(x, 1.0)
        w = pl.matmul(x, x)
        x[0:4, :] = pl.create_tensor([5, 9], dtype=pl.FP32)
