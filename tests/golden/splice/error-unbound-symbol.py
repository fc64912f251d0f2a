# rows: A71
# error: unbound-symbol
# A symbol of the helper that no argument binds, still in use at the call.
import pypto.language as pl

N = pl.dynamic("N")


@pl.program
class Written:
    @pl.function(type=pl.FunctionType.Inline)
    def help(self, x: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        for i in pl.range(N):
            pl.write(x, [i], 1.0)
        return x

    @pl.function
    def main(self, x: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        x = self.help(x)
        return x
