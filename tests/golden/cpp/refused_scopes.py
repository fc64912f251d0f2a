# Ids and outputs that are used when their scope is over.
import pypto.language as pl


@pl.program
class Scopes:
    @pl.function(type=pl.FunctionType.AIV)
    def step(
        self, x: pl.Tensor[[16, 16], pl.FP32], o: pl.Out[pl.Tensor[[16, 16], pl.FP32]]
    ) -> pl.Tensor[[16, 16], pl.FP32]:
        t = pl.load(x, [0, 0], [16, 16])
        pl.store(pl.add(t, 1.0), [0, 0], o)
        return o

    @pl.function(type=pl.FunctionType.Orchestration, auto_scope=False)
    def main(self, x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16, 16], pl.FP32]:
        with pl.scope():
            with pl.manual_scope():
                made, inner = pl.submit(self.step, x, attrs={"arg_directions": [pl.adir.input]})
            y_1, t = pl.submit(
                self.step, made, y, deps=[inner], attrs={"arg_directions": [pl.adir.input, pl.adir.output_existing]}
            )
            if n > 0:
                with pl.scope():
                    y_2, once = pl.submit(
                        self.step, x, y_1, attrs={"arg_directions": [pl.adir.input, pl.adir.inout]}
                    )
            y_3, u = pl.submit(
                self.step, x, y_1, deps=[t, once], attrs={"arg_directions": [pl.adir.input, pl.adir.inout]}
            )
        return y_3
