# rows: D30
# A loop that is left early hands on what was written so far; a while loop too.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[64], pl.FP32], o: pl.Out[pl.Tensor[[64], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[64], pl.FP32]:
        for i in pl.range(4):
            with pl.at(level=pl.Level.CORE_GROUP):
                t: pl.Tile[[16], pl.FP32] = pl.load(x, [i * 16], [16])
                pl.store(t, [i * 16], o)
            if n == i:
                break
        k: pl.Scalar[pl.INDEX] = 0
        while k < n:
            with pl.at(level=pl.Level.CORE_GROUP):
                t: pl.Tile[[16], pl.FP32] = pl.load(x, [k * 16], [16])
                pl.store(t, [k * 16], o)
            k = k + 1
        return o
