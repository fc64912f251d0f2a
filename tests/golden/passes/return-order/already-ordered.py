# rows: B1, B2, B36, B44
# Nothing to do: the returns name their parameters, in order. Copies of parameters are parameters.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(self, x: pl.Tensor[[16], pl.FP32], out_a: pl.Out[pl.Tensor[[16], pl.FP32]], out_b: pl.Out[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        t: pl.Tile[[16], pl.FP32] = pl.load(x, [0], [16])
        a: pl.Tensor[[16], pl.FP32] = pl.store(t, [0], out_a)
        b: pl.Tensor[[16], pl.FP32] = pl.store(t, [0], out_b)
        return out_a, out_b

    @pl.function(type=pl.FunctionType.InCore)
    def copies(self, x: pl.Tensor[[16], pl.FP32], out_a: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t: pl.Tile[[16], pl.FP32] = pl.load(x, [0], [16])
        a: pl.Tensor[[16], pl.FP32] = pl.store(t, [0], out_a)
        b = a
        c = b
        return c

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16], pl.FP32], out_a: pl.Out[pl.Tensor[[16], pl.FP32]], out_b: pl.Out[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        a, b = self.kernel(x, out_a, out_b)
        return a, b
