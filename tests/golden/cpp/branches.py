# Values that leave branches: one place, two places, a scalar, a fresh tensor.
import pypto.language as pl


@pl.program
class Branches:
    @pl.function(type=pl.FunctionType.AIV)
    def step(
        self, x: pl.Tensor[[16, 16], pl.FP32], o: pl.Out[pl.Tensor[[16, 16], pl.FP32]]
    ) -> pl.Tensor[[16, 16], pl.FP32]:
        t = pl.load(x, [0, 0], [16, 16])
        pl.store(pl.add(t, 1.0), [0, 0], o)
        return o

    @pl.function(type=pl.FunctionType.AIV)
    def accumulate(
        self, x: pl.Tensor[[16, 16], pl.FP32], acc: pl.InOut[pl.Tensor[[16, 16], pl.FP32]]
    ) -> pl.Tensor[[16, 16], pl.FP32]:
        t = pl.load(x, [0, 0], [16, 16])
        a = pl.load(acc, [0, 0], [16, 16])
        pl.store(pl.add(a, t), [0, 0], acc)
        return acc

    @pl.function(type=pl.FunctionType.Orchestration, auto_scope=False)
    def main(self, x: pl.Tensor[[16, 16], pl.FP32], y: pl.InOut[pl.Tensor[[16, 16], pl.FP32]], z: pl.Out[pl.Tensor[[16, 16], pl.FP32]], n: pl.Scalar[pl.INT32]) -> pl.Tensor[[16, 16], pl.FP32]:
        with pl.scope():
            if n > 0:
                with pl.scope():
                    y_1 = self.accumulate(x, y, attrs={"arg_directions": [pl.adir.input, pl.adir.inout]})
                same = pl.yield_(y_1)
            else:
                with pl.scope():
                    y_2 = self.step(x, y, attrs={"arg_directions": [pl.adir.input, pl.adir.inout]})
                same = pl.yield_(y_2)
            if n == 3:
                with pl.scope():
                    a = pl.create_tensor([16, 16], dtype=pl.FP32)
                    a_1 = self.step(same, a, attrs={"arg_directions": [pl.adir.input, pl.adir.output_existing]})
                either, times = pl.yield_(a_1, 2)
            else:
                either, times = pl.yield_(x, 1)
            for i in pl.range(times):
                with pl.scope():
                    z_1 = self.step(either, z, attrs={"arg_directions": [pl.adir.input, pl.adir.inout]})
        return z
