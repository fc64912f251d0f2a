# rows: A83, A85
# A value that contains a call, taken by nobody: the call stays. What may go is told by purity alone: a barrier writes no
# argument and stays, and so does a write whose result nobody takes.
import pypto.language as pl


@pl.program
class Written:
    @pl.function
    def count(self, x: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> pl.Scalar[pl.INDEX]:
        pl.write(x, [0], 1.0)
        return 3

    @pl.function(type=pl.FunctionType.Inline)
    def more(self, x: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> pl.Scalar[pl.INDEX]:
        pl.system.syncall()
        pl.write(x, [1], 2.0)
        return self.count(x) + 1

    @pl.function
    def main(self, x: pl.InOut[pl.Tensor[[16], pl.FP32]]):
        self.more(x)


@pl.program
class Spliced:
    @pl.function
    def count(self, x: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> pl.Scalar[pl.INDEX]:
        pl.write(x, [0], 1.0)
        return 3

    @pl.function
    def main(self, x: pl.InOut[pl.Tensor[[16], pl.FP32]]):
        pl.system.syncall()
        pl.write(x, [1], 2.0)
        self.count(x)
