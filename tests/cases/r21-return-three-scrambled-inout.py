# Case r21-return-three-scrambled-inout.
# Elsewhere: the caller's tuple kept the old order of types.
# Right: results p, q, r; the projections follow, and so does the tuple's type.
import pypto.language as pl


@pl.program
class Scramble3:
    @pl.function(type=pl.FunctionType.AIV)
    def k(self, p: pl.Out[pl.Tensor[[32], pl.FP32]], src: pl.Tensor[[32], pl.FP32], q: pl.InOut[pl.Tensor[[32], pl.FP32]], r: pl.Out[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[32], pl.FP32], pl.Tensor[[32], pl.FP32]]:
        t: pl.Tile[[32], pl.FP32] = pl.load(src, [0], [32])
        old: pl.Tile[[32], pl.FP32] = pl.load(q, [0], [32])
        n: pl.Tile[[32], pl.FP32] = pl.tile.add(t, old)
        h: pl.Tile[[16], pl.FP32] = pl.load(src, [0], [16])
        w1: pl.Tensor[[32], pl.FP32] = pl.store(t, [0], p)
        w2: pl.Tensor[[32], pl.FP32] = pl.store(n, [0], q)
        w3: pl.Tensor[[16], pl.FP32] = pl.store(h, [0], r)
        return (w3, w1, w2)

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, src: pl.Tensor[[32], pl.FP32], p: pl.Out[pl.Tensor[[32], pl.FP32]], q: pl.InOut[pl.Tensor[[32], pl.FP32]], r: pl.Out[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[32], pl.FP32], pl.Tensor[[32], pl.FP32]]:
        ret: tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[32], pl.FP32], pl.Tensor[[32], pl.FP32]] = self.k(p, src, q, r)
        rr: pl.Tensor[[16], pl.FP32] = ret[0]
        pp: pl.Tensor[[32], pl.FP32] = ret[1]
        qq: pl.Tensor[[32], pl.FP32] = ret[2]
        return (rr, pp, qq)
