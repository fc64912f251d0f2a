# rows: A72
# error: ambiguous-symbol
# One symbol is 16 by the first argument and 32 by the second, and the helper counts to it.
import pypto.language as pl

N = pl.dynamic("N")


@pl.program
class Written:
    @pl.function(type=pl.FunctionType.Inline)
    def help(self, x: pl.Tensor[[N], pl.FP32], y: pl.InOut[pl.Tensor[[N], pl.FP32]]) -> pl.Tensor[[N], pl.FP32]:
        for i in pl.range(N):
            pl.write(y, [i], pl.read(x, [i]))
        return y

    @pl.function
    def main(self, x: pl.Tensor[[16], pl.FP32], y: pl.InOut[pl.Tensor[[32], pl.FP32]]) -> pl.Tensor[[32], pl.FP32]:
        y = self.help(x, y)
        return y
