# rows: B5
# A loop that swaps its carries: no return is known to be a parameter, whatever the carries start from.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def k(self, src: pl.Tensor[[16], pl.FP32], a: pl.Out[pl.Tensor[[16], pl.FP32]], b: pl.Out[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        for i, (ca, cb) in pl.range(0, 3, init_values=(a, b)):
            t: pl.Tile[[16], pl.FP32] = pl.load(src, [0], [16])
            u = pl.tile.exp(t)
            wa: pl.Tensor[[16], pl.FP32] = pl.store(t, [0], ca)
            wb: pl.Tensor[[16], pl.FP32] = pl.store(u, [0], cb)
            ra, rb = pl.yield_(wb, wa)
        return ra, rb

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, src: pl.Tensor[[16], pl.FP32], a: pl.Out[pl.Tensor[[16], pl.FP32]], b: pl.Out[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        x, y = self.k(src, a, b)
        return x, y
