# rows: A20, A36, A37
# One call: the body stands in its place, scopes and loops with all they say.
import pypto.language as pl


@pl.program
class Written:
    @pl.function(type=pl.FunctionType.Inline)
    def double(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.split(pl.SplitMode.UP_DOWN)], name_hint="double"):
            for i in pl.range(0, 16, 4):
                o = pl.assemble(o, pl.add(x[i : i + 4], x[i : i + 4]), [i])
        return o

    @pl.function
    def main(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        y = self.double(x, o)
        return y


@pl.program
class Spliced:
    @pl.function
    def main(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.split(pl.SplitMode.UP_DOWN)], name_hint="double"):
            for i in pl.range(0, 16, 4):
                o = pl.assemble(o, pl.add(x[i : i + 4], x[i : i + 4]), [i])
        return o
