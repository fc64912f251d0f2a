# rows: A46, A100, A102
# Variables in attributes and launch data are those of the caller.
import pypto.language as pl


@pl.program
class Written:
    @pl.function(type=pl.FunctionType.Inline)
    def pack(self, x: pl.Tensor[[16], pl.FP32], box: pl.Tensor[[16], pl.FP32]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Scalar[pl.TASK_ID]]:
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="pack", dumps=[x], no_dep_args=[box]) as t:
            box = pl.assemble(box, x, [0])
        return box, t

    @pl.function
    def main(self, a: pl.Tensor[[16], pl.FP32], b: pl.InOut[pl.Tensor[[16], pl.FP32]], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        b, t = self.pack(a, b)
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="use", deps=[t]):
            o = pl.assemble(o, b, [0])
        return o


@pl.program
class Spliced:
    @pl.function
    def main(self, a: pl.Tensor[[16], pl.FP32], b: pl.InOut[pl.Tensor[[16], pl.FP32]], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="pack", dumps=[a], no_dep_args=[b]) as t:
            b = pl.assemble(b, a, [0])
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="use", deps=[t]):
            o = pl.assemble(o, b, [0])
        return o
