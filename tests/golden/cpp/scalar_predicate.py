# A predicate that is known when the task is submitted: the task without its kernel.
import pypto.language as pl


@pl.program
class ScalarPredicate:
    @pl.function(type=pl.FunctionType.AIV)
    def step(
        self, x: pl.Tensor[[16, 16], pl.FP32], o: pl.Out[pl.Tensor[[16, 16], pl.FP32]]
    ) -> pl.Tensor[[16, 16], pl.FP32]:
        t = pl.load(x, [0, 0], [16, 16])
        pl.store(pl.add(t, 1.0), [0, 0], o)
        return o

    @pl.function(type=pl.FunctionType.Orchestration, auto_scope=False)
    def main(self, x: pl.Tensor[[16, 16], pl.FP32], y: pl.InOut[pl.Tensor[[16, 16], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16, 16], pl.FP32]:
        with pl.scope():
            y_1, t = pl.submit(
                self.step, x, y, predicate=(n > 1), attrs={"arg_directions": [pl.adir.input, pl.adir.inout]}
            )
            y_2, _u = pl.submit(
                self.step, y_1, y_1, deps=[t], attrs={"arg_directions": [pl.adir.input, pl.adir.inout]}
            )
        return y_2
