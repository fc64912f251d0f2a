# Case r24-return-tuple-aliased.
# Elsewhere: an index of a copied tuple was not remapped.
# Right: x is what was written to b.
import pypto.language as pl


@pl.program
class Alias:
    @pl.function(type=pl.FunctionType.AIV)
    def k(self, src: pl.Tensor[[32], pl.FP32], a: pl.Out[pl.Tensor[[32], pl.FP32]], b: pl.Out[pl.Tensor[[32], pl.FP32]]) -> tuple[pl.Tensor[[32], pl.FP32], pl.Tensor[[32], pl.FP32]]:
        t: pl.Tile[[32], pl.FP32] = pl.load(src, [0], [32])
        u: pl.Tile[[32], pl.FP32] = pl.exp(t)
        wb: pl.Tensor[[32], pl.FP32] = pl.store(u, [0], b)
        wa: pl.Tensor[[32], pl.FP32] = pl.store(t, [0], a)
        return (wb, wa)

    @pl.function(type=pl.FunctionType.AIV)
    def use(self, x: pl.Tensor[[32], pl.FP32], o: pl.Out[pl.Tensor[[32], pl.FP32]]) -> pl.Tensor[[32], pl.FP32]:
        t: pl.Tile[[32], pl.FP32] = pl.load(x, [0], [32])
        w: pl.Tensor[[32], pl.FP32] = pl.store(t, [0], o)
        return w

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, src: pl.Tensor[[32], pl.FP32], a: pl.Out[pl.Tensor[[32], pl.FP32]], b: pl.Out[pl.Tensor[[32], pl.FP32]], o: pl.Out[pl.Tensor[[32], pl.FP32]]) -> pl.Tensor[[32], pl.FP32]:
        ret: tuple[pl.Tensor[[32], pl.FP32], pl.Tensor[[32], pl.FP32]] = self.k(src, a, b)
        same: tuple[pl.Tensor[[32], pl.FP32], pl.Tensor[[32], pl.FP32]] = ret
        x: pl.Tensor[[32], pl.FP32] = same[0]
        r: pl.Tensor[[32], pl.FP32] = self.use(x, o)
        return r
