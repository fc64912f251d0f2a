# Case r20-return-swapped-two.
# Right: results in order of parameters, projections swapped.
import pypto.language as pl


@pl.program
class Swap2:
    @pl.function(type=pl.FunctionType.AIV)
    def split(self, src: pl.Tensor[[32], pl.FP32], lo: pl.Out[pl.Tensor[[32], pl.FP32]], hi: pl.Out[pl.Tensor[[32], pl.FP32]]) -> tuple[pl.Tensor[[32], pl.FP32], pl.Tensor[[32], pl.FP32]]:
        t: pl.Tile[[32], pl.FP32] = pl.load(src, [0], [32])
        d: pl.Tile[[32], pl.FP32] = pl.tile.add(t, t)
        wh: pl.Tensor[[32], pl.FP32] = pl.store(d, [0], hi)
        wl: pl.Tensor[[32], pl.FP32] = pl.store(t, [0], lo)
        return (wh, wl)

    @pl.function(type=pl.FunctionType.AIV)
    def use(self, x: pl.Tensor[[32], pl.FP32], o: pl.Out[pl.Tensor[[32], pl.FP32]]) -> pl.Tensor[[32], pl.FP32]:
        t: pl.Tile[[32], pl.FP32] = pl.load(x, [0], [32])
        w: pl.Tensor[[32], pl.FP32] = pl.store(t, [0], o)
        return w

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, src: pl.Tensor[[32], pl.FP32], lo: pl.Out[pl.Tensor[[32], pl.FP32]], hi: pl.Out[pl.Tensor[[32], pl.FP32]], fin: pl.Out[pl.Tensor[[32], pl.FP32]]) -> tuple[pl.Tensor[[32], pl.FP32], pl.Tensor[[32], pl.FP32]]:
        first, second = self.split(src, lo, hi)
        done: pl.Tensor[[32], pl.FP32] = self.use(first, fin)
        return (second, done)
