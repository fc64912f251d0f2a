# rows: B43
# Two-dimensional tensors and offsets.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(self, x: pl.Tensor[[16, 16], pl.FP32], n: pl.Scalar[pl.INDEX], out_a: pl.Out[pl.Tensor[[16, 16], pl.FP32]], out_b: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> tuple[pl.Tensor[[16, 16], pl.FP32], pl.Tensor[[16, 16], pl.FP32]]:
        t: pl.Tile[[8, 16], pl.FP32] = pl.load(x, [n, 0], [8, 16])
        b: pl.Tensor[[16, 16], pl.FP32] = pl.store(t, [n, 0], out_b)
        a: pl.Tensor[[16, 16], pl.FP32] = pl.store(t, [n, 0], out_a)
        return b, a

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16, 16], pl.FP32], n: pl.Scalar[pl.INDEX], out_a: pl.Out[pl.Tensor[[16, 16], pl.FP32]], out_b: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> tuple[pl.Tensor[[16, 16], pl.FP32], pl.Tensor[[16, 16], pl.FP32]]:
        b, a = self.kernel(x, n, out_a, out_b)
        return a, b
