# Three tasks, two of them on allocated tensors.
import pypto.language as pl


@pl.program
class Straight:
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
    def main(self, x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        with pl.scope():
            a = pl.create_tensor([16, 16], dtype=pl.FP32)
            a_1 = self.step(x, a, attrs={"arg_directions": [pl.adir.input, pl.adir.output_existing]})
            b = pl.create_tensor([16, 16], dtype=pl.FP32, init_value=1.5)
            # Adds the first to the second.
            b_1 = self.accumulate(a_1, b, attrs={"arg_directions": [pl.adir.input, pl.adir.inout]})
            y_1 = self.step(b_1, y, attrs={"arg_directions": [pl.adir.input, pl.adir.output_existing]})
        return y_1
