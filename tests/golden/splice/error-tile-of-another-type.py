# rows: A79
# error: argument-type
# A tile whose elements are not those of the parameter.
import pypto.language as pl


@pl.program
class Written:
    @pl.function(type=pl.FunctionType.Inline)
    def help(self, t: pl.Tile[[16], pl.FP32], o: pl.InOut[pl.Tensor[[16], pl.FP32]]):
        pl.store(t, [0], o)

    @pl.function(type=pl.FunctionType.AIV)
    def main(self, x: pl.Tensor[[16], pl.FP16], o: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        self.help(pl.load(x, [0], [16]), o)
        return o
