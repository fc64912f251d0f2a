# rows: D20
# A break out of a scope that becomes a function: an error.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16], pl.FP32]:
        for i in pl.range(4):
            with pl.at(level=pl.Level.CORE_GROUP):
                t: pl.Tile[[16], pl.FP32] = pl.load(x, [0], [16])
                o = pl.store(t, [0], o)
                if n == i:
                    break
        return o
