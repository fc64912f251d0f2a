# rows: A50, A54
# A scalar parameter stands for the expression; binding it again is the helper's own business.
import pypto.language as pl


@pl.program
class Written:
    @pl.function(type=pl.FunctionType.Inline)
    def bump(self, k: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
        k = k + 1
        return k

    @pl.function(type=pl.FunctionType.Inline)
    def half(self, n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
        return n // 2

    @pl.function
    def main(self, k: pl.Scalar[pl.INDEX], o: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        m = self.bump(k)
        pl.write(o, [k + m], 1.0)
        pl.write(o, [self.half((k + 1) * 2)], 2.0)
        return o


@pl.program
class Spliced:
    @pl.function
    def main(self, k: pl.Scalar[pl.INDEX], o: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        pl.write(o, [k + (k + 1)], 1.0)
        pl.write(o, [((k + 1) * 2) // 2], 2.0)
        return o
