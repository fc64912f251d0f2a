# Case r09-inline-multi-return.
# Elsewhere: using the tuple whole left it undefined.
# Right: both calls give their two tensors, the second by indices.
import pypto.language as pl


@pl.program
class MultiReturn:
    @pl.function(type=pl.FunctionType.AIV)
    def copy(self, x: pl.Tensor[[16, 16], pl.FP32], o: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        t: pl.Tile[[16, 16], pl.FP32] = pl.load(x, [0, 0], [16, 16])
        s: pl.Tensor[[16, 16], pl.FP32] = pl.store(t, [0, 0], o)
        return s

    @pl.function(type=pl.FunctionType.Inline)
    def both(self, x: pl.Tensor[[16, 16], pl.FP32], u: pl.Out[pl.Tensor[[16, 16], pl.FP32]], v: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> tuple[pl.Tensor[[16, 16], pl.FP32], pl.Tensor[[16, 16], pl.FP32]]:
        m: pl.Tensor[[16, 16], pl.FP32] = self.copy(x, u)
        n: pl.Tensor[[16, 16], pl.FP32] = self.copy(m, v)
        return n, m

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, a: pl.Tensor[[16, 16], pl.FP32], r: pl.Out[pl.Tensor[[16, 16], pl.FP32]], s: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> tuple[pl.Tensor[[16, 16], pl.FP32], pl.Tensor[[16, 16], pl.FP32]]:
        w0: pl.Tensor[[16, 16], pl.FP32] = pl.create_tensor([16, 16], dtype=pl.FP32)
        w1: pl.Tensor[[16, 16], pl.FP32] = pl.create_tensor([16, 16], dtype=pl.FP32)
        p, q = self.both(a, w0, w1)
        pair: tuple[pl.Tensor[[16, 16], pl.FP32], pl.Tensor[[16, 16], pl.FP32]] = self.both(q, r, s)
        y: pl.Tensor[[16, 16], pl.FP32] = pair[1]
        z: pl.Tensor[[16, 16], pl.FP32] = pair[0]
        return y, z
