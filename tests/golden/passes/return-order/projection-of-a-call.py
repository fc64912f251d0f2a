# rows: B61
# A projection right behind a call: the reader binds the call first.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(self, x: pl.Tensor[[16], pl.FP32], out_a: pl.Out[pl.Tensor[[16], pl.FP32]], out_b: pl.Out[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        t: pl.Tile[[16], pl.FP32] = pl.load(x, [0], [16])
        b: pl.Tensor[[16], pl.FP32] = pl.store(t, [0], out_b)
        a: pl.Tensor[[16], pl.FP32] = pl.store(t, [0], out_a)
        return b, a

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16], pl.FP32], a: pl.Out[pl.Tensor[[16], pl.FP32]], b: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        p = self.kernel(x, a, b)[0]
        return p
