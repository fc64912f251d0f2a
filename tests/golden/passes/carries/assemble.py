# rows: C20
# An assemble gives its target back.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[64], pl.FP32]]) -> pl.Tensor[[64], pl.FP32]:
        for i, (c,) in pl.range(0, 4, init_values=(o,)):
            d = pl.tensor.assemble(c, x, [i * 16])
            r = pl.yield_(d)
        return r
