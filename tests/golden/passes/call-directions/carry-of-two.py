# rows: D91, D92
# A carry that later trips bind to another buffer: writing through it may write either, and the next writer of either follows.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def wr(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t: pl.Tile[[16], pl.FP32] = pl.load(x, [0], [16])
        r: pl.Tensor[[16], pl.FP32] = pl.store(t, [0], o)
        return r

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16], pl.FP32], a: pl.Out[pl.Tensor[[16], pl.FP32]], b: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        for i, (c,) in pl.parallel(0, 4, init_values=(a,)):
            d = self.wr(x, c)
            r = pl.yield_(b)
        b1 = self.wr(x, b)
        return b1
