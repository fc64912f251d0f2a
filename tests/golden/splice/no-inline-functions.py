# rows: A1
# Nothing to splice: nothing changes.
import pypto.language as pl


@pl.program
class Written:
    @pl.function
    def main(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="k"):
            o = pl.assemble(o, pl.add(x, x), [0])
        return o


@pl.program
class Spliced:
    @pl.function
    def main(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="k"):
            o = pl.assemble(o, pl.add(x, x), [0])
        return o
