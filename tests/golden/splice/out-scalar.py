# rows: A55
# A scalar that is declared Out is bound for the caller.
import pypto.language as pl


@pl.program
class Written:
    @pl.function(type=pl.FunctionType.Inline)
    def advance(self, k: pl.InOut[pl.Scalar[pl.INDEX]]):
        k = k + 3

    @pl.function
    def main(self, k: pl.Scalar[pl.INDEX], o: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        self.advance(k)
        self.advance(k)
        pl.write(o, [k], 1.0)
        return o


@pl.program
class Spliced:
    @pl.function
    def main(self, k: pl.Scalar[pl.INDEX], o: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        pl.write(o, [k + 6], 1.0)
        return o
