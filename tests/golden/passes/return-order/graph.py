# rows: B23, B30
# A Graph returns its parameters by name, in its own order; what comes out of a branch is not traced.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def core(self, x: pl.Tensor[[16], pl.FP32], a: pl.Out[pl.Tensor[[16], pl.FP32]], b: pl.Out[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        t: pl.Tile[[16], pl.FP32] = pl.load(x, [0], [16])
        a1: pl.Tensor[[16], pl.FP32] = pl.store(t, [0], a)
        b1: pl.Tensor[[16], pl.FP32] = pl.store(t, [0], b)
        return a1, b1

    @pl.function(type=pl.FunctionType.Graph)
    def straight(self, x: pl.Tensor[[16], pl.FP32], a: pl.Out[pl.Tensor[[16], pl.FP32]], b: pl.Out[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        a1, b1 = self.core(x, a, b)
        return b1, a1

    @pl.function(type=pl.FunctionType.Graph)
    def branch(self, x: pl.Tensor[[16], pl.FP32], a: pl.Out[pl.Tensor[[16], pl.FP32]], b: pl.Out[pl.Tensor[[16], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16], pl.FP32]:
        if n == 0:
            r, s = self.core(x, a, b)
        else:
            r, s = self.core(x, a, b)
        return r
