# rows: A53, A58, A59, A65
# A slice that is passed is taken once, where the call stands, and writing through it reaches the tensor.
import pypto.language as pl


@pl.program
class Written:
    @pl.function(type=pl.FunctionType.Inline)
    def put(self, x: pl.Tensor[[4], pl.FP32], part: pl.Out[pl.Tensor[[4], pl.FP32]]):
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="put"):
            part = pl.assemble(part, pl.add(x, x), [0])
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="again"):
            part = pl.assemble(part, x, [0])

    @pl.function
    def main(self, x: pl.Tensor[[16], pl.FP32], o: pl.InOut[pl.Tensor[[16], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16], pl.FP32]:
        self.put(x[0:4], pl.slice(o, [4], [n]))
        return o


@pl.program
class Spliced:
    @pl.function
    def main(self, x: pl.Tensor[[16], pl.FP32], o: pl.InOut[pl.Tensor[[16], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16], pl.FP32]:
        a = x[0:4]
        p = pl.slice(o, [4], [n])
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="put"):
            p = pl.assemble(p, pl.add(a, a), [0])
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="again"):
            p = pl.assemble(p, a, [0])
        return o
