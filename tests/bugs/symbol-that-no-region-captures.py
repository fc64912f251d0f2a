# The tensor comes into the loop and its symbol does not: the type of the one inside mentioned the other outside, and no name was found
# for the extent.
import pypto.language as pl

N = pl.dynamic("N")


@pl.program
class NotCaptured:
    @pl.function(type=pl.FunctionType.Inline)
    def h5(self, w: pl.InOut[pl.Tensor[[N, 8], pl.FP32]], x: pl.Tensor[[16], pl.FP32]):
        for a4, (a, a3) in pl.range(2, init_values=(x, w)):
            a1, a8 = pl.yield_(a, a3)

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, n: pl.Scalar[pl.INDEX], a: pl.Tensor[[16], pl.FP32], q1: pl.InOut[pl.Tensor[[N, 8], pl.FP32]], q: pl.InOut[pl.Tensor[[4, 8], pl.FP32]]):
        for i in pl.range(n):
            self.h5(q1, a)
