# Two calls of one function that need not be inlined. At the first the condition is known: the body is nothing, which is
# cheaper than a call. At the second it is three writes, and the call stays.
import pypto.language as pl


@pl.program
class Chosen:
    @pl.function
    def top(self, o: pl.InOut[pl.Tensor[[16], pl.FP32]], c: pl.Scalar[pl.BOOL]) -> pl.Tensor[[16], pl.FP32]:
        if c:
            pl.write(o, [0], 1.0)
            pl.write(o, [1], 2.0)
            pl.write(o, [2], 3.0)
        return o

    @pl.function
    def main(self, o: pl.InOut[pl.Tensor[[16], pl.FP32]], c: pl.Scalar[pl.BOOL]) -> pl.Tensor[[16], pl.FP32]:
        o = self.top(o, False)
        pl.write(o, [3], 4.0)
        o = self.top(o, c)
        return o
