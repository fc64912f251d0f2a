# Wrappers and predicates that the runtime has no form for.
import pypto.language as pl


@pl.program
class Launches:
    @pl.function(type=pl.FunctionType.AIV)
    def step(
        self, x: pl.Tensor[[16, 16], pl.FP32], o: pl.Out[pl.Tensor[[16, 16], pl.FP32]]
    ) -> pl.Tensor[[16, 16], pl.FP32]:
        t = pl.load(x, [0, 0], [16, 16])
        pl.store(pl.add(t, 1.0), [0, 0], o)
        return o

    @pl.function(type=pl.FunctionType.AIV)
    def other(self, x: pl.Tensor[[16, 16], pl.FP32], o: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        t = pl.load(x, [0, 0], [16, 16])
        pl.store(t, [0, 0], o)
        return o

    @pl.function(type=pl.FunctionType.AIC)
    def cube(self, o: pl.Out[pl.Tensor[[16, 16], pl.FP32]], x: pl.Tensor[[16, 16], pl.FP32]) -> pl.Tensor[[16, 16], pl.FP32]:
        t = pl.load(x, [0, 0], [16, 16], target_memory=pl.Mem.Mat)
        return o

    @pl.function(type=pl.FunctionType.Group)
    def twice(self, x: pl.Tensor[[16, 16], pl.FP32], o: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        o_1 = self.step(x, o)
        o_2 = self.other(x, o)
        return o

    @pl.function(type=pl.FunctionType.Group)
    def crossed(self, x: pl.Tensor[[16, 16], pl.FP32], o: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        o_1 = self.step(x, o)
        o_2 = self.cube(o, x)
        return o

    @pl.function(type=pl.FunctionType.Group)
    def loops(self, x: pl.Tensor[[16, 16], pl.FP32], o: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        for i in pl.range(2):
            o_1 = self.step(x, o)
        return o

    @pl.function(type=pl.FunctionType.Orchestration, auto_scope=False)
    def main(self, x: pl.Tensor[[16, 16], pl.FP32], f: pl.Tensor[[4], pl.FP32], i: pl.Tensor[[4], pl.INT32], n: pl.Scalar[pl.INDEX], y: pl.InOut[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        with pl.scope():
            y_1 = self.twice(x, y, attrs={"arg_directions": [pl.adir.input, pl.adir.inout]})
            y_2 = self.crossed(x, y_1, attrs={"arg_directions": [pl.adir.input, pl.adir.inout]})
            y_3 = self.loops(x, y_2, attrs={"arg_directions": [pl.adir.input, pl.adir.inout]})
            y_4, _a = pl.submit(
                self.step, x, y_3, predicate=(pl.tensor.read(f, [0]) > 0),
                attrs={"arg_directions": [pl.adir.input, pl.adir.inout]},
            )
            y_5, _b = pl.submit(
                self.step, x, y_4, predicate=(pl.tensor.read(i, [n]) > 0),
                attrs={"arg_directions": [pl.adir.input, pl.adir.inout]},
            )
        return y_5
