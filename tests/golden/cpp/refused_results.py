# Results that no return explains, and scalars of tasks.
import pypto.language as pl


@pl.program
class Results:
    @pl.function(type=pl.FunctionType.AIV)
    def step(
        self, x: pl.Tensor[[16, 16], pl.FP32], o: pl.Out[pl.Tensor[[16, 16], pl.FP32]]
    ) -> pl.Tensor[[16, 16], pl.FP32]:
        t = pl.load(x, [0, 0], [16, 16])
        pl.store(pl.add(t, 1.0), [0, 0], o)
        return o

    @pl.function(type=pl.FunctionType.AIV)
    def either(self, n: pl.Scalar[pl.INDEX], a: pl.InOut[pl.Tensor[[16, 16], pl.FP32]], b: pl.InOut[pl.Tensor[[16, 16], pl.FP32]]) -> tuple[pl.Tensor[[16, 16], pl.FP32], pl.Scalar[pl.INDEX]]:
        if n > 0:
            r = pl.yield_(a)
        else:
            r = pl.yield_(b)
        return r, n + 1

    @pl.function(type=pl.FunctionType.Orchestration, auto_scope=False)
    def main(self, n: pl.Scalar[pl.INDEX], a: pl.InOut[pl.Tensor[[16, 16], pl.FP32]], b: pl.InOut[pl.Tensor[[16, 16], pl.FP32]], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        with pl.scope():
            r, m = self.either(n, a, b, attrs={"arg_directions": [pl.adir.scalar, pl.adir.inout, pl.adir.inout]})
            for i in pl.range(m):
                y_1 = self.step(r, y, attrs={"arg_directions": [pl.adir.input, pl.adir.inout]})
        return y
