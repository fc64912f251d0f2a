# rows: A62, A66
# What a loop of the helper carries is the helper's own, and a loop of no trips leaves the start.
import pypto.language as pl


@pl.program
class Written:
    @pl.function(type=pl.FunctionType.Inline)
    def sum(self, n: pl.Scalar[pl.INDEX], k: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
        for i in pl.range(n):
            k = k + i
        return k

    @pl.function
    def main(self, n: pl.Scalar[pl.INDEX], k: pl.Scalar[pl.INDEX], o: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        s = self.sum(n, k)
        pl.write(o, [s], 1.0)
        pl.write(o, [k], 2.0)
        return o


@pl.program
class Spliced:
    @pl.function
    def main(self, n: pl.Scalar[pl.INDEX], k: pl.Scalar[pl.INDEX], o: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        for i, (c,) in pl.range(n, init_values=(k,)):
            s = pl.yield_(c + i)
        pl.write(o, [s], 1.0)
        pl.write(o, [k], 2.0)
        return o
