# Case r26-return-through-loop.
# Right: results are a, b through the loop's carries.
import pypto.language as pl


@pl.program
class ThroughLoop:
    @pl.function(type=pl.FunctionType.AIV)
    def k(self, src: pl.Tensor[[64], pl.FP32], a: pl.Out[pl.Tensor[[64], pl.FP32]], b: pl.Out[pl.Tensor[[64], pl.FP32]]) -> tuple[pl.Tensor[[64], pl.FP32], pl.Tensor[[64], pl.FP32]]:
        for i, (ca, cb) in pl.range(0, 4, init_values=(a, b)):
            t: pl.Tile[[16], pl.FP32] = pl.load(src, [i * 16], [16])
            wa: pl.Tensor[[64], pl.FP32] = pl.store(t, [i * 16], ca)
            wb: pl.Tensor[[64], pl.FP32] = pl.store(t, [i * 16], cb)
            ra, rb = pl.yield_(wa, wb)
        return (rb, ra)

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, src: pl.Tensor[[64], pl.FP32], a: pl.Out[pl.Tensor[[64], pl.FP32]], b: pl.Out[pl.Tensor[[64], pl.FP32]]) -> tuple[pl.Tensor[[64], pl.FP32], pl.Tensor[[64], pl.FP32]]:
        x, y = self.k(src, a, b)
        return (x, y)
