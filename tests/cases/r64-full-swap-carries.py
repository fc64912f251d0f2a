# Case r64-full-swap-carries.
# Elsewhere: swapped carries were assigned one after the other.
# Right: the two tensors change places on each trip.
import pypto.language as pl


@pl.program
class FullSwapCarry:
    @pl.function(type=pl.FunctionType.AIV)
    def inc(self, x: pl.Tensor[[16, 16], pl.FP32], o: pl.Out[pl.Tensor[[16, 16], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16, 16], pl.FP32]:
        t: pl.Tile[[16, 16], pl.FP32] = pl.load(x, [n, 0], [16, 16])
        u: pl.Tile[[16, 16], pl.FP32] = pl.add(t, 1.0)
        w: pl.Tensor[[16, 16], pl.FP32] = pl.store(u, [0, 0], o)
        return w

    @pl.function(type=pl.FunctionType.AIV)
    def diff(self, x: pl.Tensor[[16, 16], pl.FP32], y: pl.Tensor[[16, 16], pl.FP32], o: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        t: pl.Tile[[16, 16], pl.FP32] = pl.load(x, [0, 0], [16, 16])
        u: pl.Tile[[16, 16], pl.FP32] = pl.load(y, [0, 0], [16, 16])
        v: pl.Tile[[16, 16], pl.FP32] = pl.sub(t, u)
        w: pl.Tensor[[16, 16], pl.FP32] = pl.store(v, [0, 0], o)
        return w

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, a: pl.InOut[pl.Tensor[[16, 16], pl.FP32]], b: pl.InOut[pl.Tensor[[16, 16], pl.FP32]]) -> tuple[pl.Tensor[[16, 16], pl.FP32], pl.Tensor[[16, 16], pl.FP32]]:
        for i, (p, q) in pl.range(0, 5, init_values=(a, b)):
            q2: pl.Tensor[[16, 16], pl.FP32] = self.inc(p, q, 0)
            po, qo = pl.yield_(q2, p)
        return po, qo
