# rows: A34
# error: no-value
# The value of a helper that returns none.
import pypto.language as pl


@pl.program
class Written:
    @pl.function(type=pl.FunctionType.Inline)
    def help(self, x: pl.InOut[pl.Tensor[[16], pl.FP32]]):
        pl.write(x, [0], 1.0)

    @pl.function
    def main(self, x: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        y = self.help(x)
        return y
