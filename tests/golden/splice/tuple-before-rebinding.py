# rows: A28
# A tuple holds the values of the moment when it was built.
import pypto.language as pl


@pl.program
class Written:
    @pl.function(type=pl.FunctionType.Inline)
    def pair(self, k: pl.Scalar[pl.INDEX]) -> tuple[pl.Scalar[pl.INDEX], pl.Scalar[pl.INDEX]]:
        both = (k, k + 1)
        k = k + 100
        return both

    @pl.function
    def main(self, k: pl.Scalar[pl.INDEX], o: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        a, b = self.pair(k)
        pl.write(o, [a + b], 1.0)
        return o


@pl.program
class Spliced:
    @pl.function
    def main(self, k: pl.Scalar[pl.INDEX], o: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        pl.write(o, [k + (k + 1)], 1.0)
        return o
