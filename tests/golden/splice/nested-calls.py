# rows: A90, A91, A92, A95, A96
# Calls inside arguments, operands, bounds and conditions, inner ones first, each in its own body.
import pypto.language as pl


@pl.program
class Written:
    @pl.function(type=pl.FunctionType.Inline)
    def inc(self, n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
        return n + 1

    @pl.function
    def main(self, n: pl.Scalar[pl.INDEX], o: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        pl.write(o, [self.inc(self.inc(n))], 1.0)
        for i in pl.range(self.inc(n)):
            if self.inc(i) < n:
                pl.write(o, [self.inc(i) * 2], 2.0)
        return o


@pl.program
class Spliced:
    @pl.function
    def main(self, n: pl.Scalar[pl.INDEX], o: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        pl.write(o, [n + 2], 1.0)
        for i in pl.range(n + 1):
            if i + 1 < n:
                pl.write(o, [(i + 1) * 2], 2.0)
        return o
