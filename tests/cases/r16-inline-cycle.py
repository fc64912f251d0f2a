# Case r16-inline-cycle.
# Right: an error that names the cycle, though nobody calls it.
import pypto.language as pl


@pl.program
class Cycle:
    @pl.function(type=pl.FunctionType.Inline)
    def ping(self, x: pl.Tensor[[8], pl.FP32]) -> pl.Tensor[[8], pl.FP32]:
        y: pl.Tensor[[8], pl.FP32] = self.pong(x)
        return y

    @pl.function(type=pl.FunctionType.Inline)
    def pong(self, x: pl.Tensor[[8], pl.FP32]) -> pl.Tensor[[8], pl.FP32]:
        y: pl.Tensor[[8], pl.FP32] = self.ping(x)
        return y

    @pl.function
    def main(self, a: pl.Tensor[[8], pl.FP32]) -> pl.Tensor[[8], pl.FP32]:
        y: pl.Tensor[[8], pl.FP32] = pl.exp(a)
        return y
