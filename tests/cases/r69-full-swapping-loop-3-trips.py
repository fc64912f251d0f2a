# Case r69-full-swapping-loop-3-trips.
# Elsewhere: the consumer was given a where the value is in b.
# Right: after three trips ra names b and rb names a; the consumer reads b.
import pypto.language as pl


@pl.program
class SwapLoop:
    @pl.function(type=pl.FunctionType.AIV)
    def k(self, src: pl.Tensor[[64], pl.FP32], a: pl.Out[pl.Tensor[[64], pl.FP32]], b: pl.Out[pl.Tensor[[64], pl.FP32]]) -> tuple[pl.Tensor[[64], pl.FP32], pl.Tensor[[64], pl.FP32]]:
        for i, (ca, cb) in pl.range(0, 3, init_values=(a, b)):
            t: pl.Tile[[64], pl.FP32] = pl.load(src, [0], [64])
            u: pl.Tile[[64], pl.FP32] = pl.exp(t)
            wa: pl.Tensor[[64], pl.FP32] = pl.store(t, [0], ca)
            wb: pl.Tensor[[64], pl.FP32] = pl.store(u, [0], cb)
            ra, rb = pl.yield_(wb, wa)
        return (ra, rb)

    @pl.function(type=pl.FunctionType.AIV)
    def use(self, x: pl.Tensor[[64], pl.FP32], o: pl.Out[pl.Tensor[[64], pl.FP32]]) -> pl.Tensor[[64], pl.FP32]:
        t: pl.Tile[[64], pl.FP32] = pl.load(x, [0], [64])
        w: pl.Tensor[[64], pl.FP32] = pl.store(t, [0], o)
        return w

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, src: pl.Tensor[[64], pl.FP32], a: pl.Out[pl.Tensor[[64], pl.FP32]], b: pl.Out[pl.Tensor[[64], pl.FP32]], o: pl.Out[pl.Tensor[[64], pl.FP32]]) -> pl.Tensor[[64], pl.FP32]:
        x, y = self.k(src, a, b)
        r: pl.Tensor[[64], pl.FP32] = self.use(x, o)
        return r
