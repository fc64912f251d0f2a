# rows: D29, D30
# Scopes in loops and branches; the start of a loop inside the scope is captured.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[64], pl.FP32], o: pl.Out[pl.Tensor[[64], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[64], pl.FP32]:
        for i in pl.range(4):
            if n == 0:
                with pl.at(level=pl.Level.CORE_GROUP):
                    for j, (c,) in pl.range(0, 2, init_values=(o,)):
                        t: pl.Tile[[16], pl.FP32] = pl.load(x, [i * 16], [16])
                        d = pl.store(t, [j * 16], c)
                        o = pl.yield_(d)
        return o
