# rows: D30
# The target is already a carry of the loop: no second one.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[64], pl.FP32], o: pl.Out[pl.Tensor[[64], pl.FP32]]) -> pl.Tensor[[64], pl.FP32]:
        for i, (c,) in pl.range(0, 4, init_values=(o,)):
            with pl.at(level=pl.Level.CORE_GROUP):
                t: pl.Tile[[16], pl.FP32] = pl.load(x, [i * 16], [16])
                pl.store(t, [i * 16], c)
            d = pl.yield_(c)
        return d
