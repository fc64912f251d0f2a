# rows: A35
# A body, an arm or a loop that is one call.
import pypto.language as pl


@pl.program
class Written:
    @pl.function(type=pl.FunctionType.Inline)
    def put(self, o: pl.InOut[pl.Tensor[[16], pl.FP32]], i: pl.Scalar[pl.INDEX]):
        pl.write(o, [i], 1.0)

    @pl.function
    def main(self, n: pl.Scalar[pl.INDEX], o: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        for i in pl.range(n):
            self.put(o, i)
        if n > 3:
            self.put(o, 0)
        else:
            self.put(o, 1)
        return o


@pl.program
class Spliced:
    @pl.function
    def main(self, n: pl.Scalar[pl.INDEX], o: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        for i in pl.range(n):
            pl.write(o, [i], 1.0)
        if n > 3:
            pl.write(o, [0], 1.0)
        else:
            pl.write(o, [1], 1.0)
        return o
