# rows: B14
# Functions that call each other: found, whatever the order.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.Group)
    def ping(self, x: pl.Tensor[[16], pl.FP32], out: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        r = self.pong(x, out)
        return r

    @pl.function(type=pl.FunctionType.Group)
    def pong(self, x: pl.Tensor[[16], pl.FP32], out: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        q = self.ping(x, out)
        return out
