# Names that are first bound inside a loop or a manual scope and read after it.
import pypto.language as pl


@pl.program
class Leaks:
    @pl.function(type=pl.FunctionType.AIV)
    def step(
        self, x: pl.Tensor[[16, 16], pl.FP32], o: pl.Out[pl.Tensor[[16, 16], pl.FP32]]
    ) -> pl.Tensor[[16, 16], pl.FP32]:
        t = pl.load(x, [0, 0], [16, 16])
        pl.store(pl.add(t, 1.0), [0, 0], o)
        return o

    @pl.function(type=pl.FunctionType.Orchestration, auto_scope=False)
    def main(self, x: pl.Tensor[[16, 16], pl.FP32], big: pl.Tensor[[64, 16], pl.FP32], y: pl.InOut[pl.Tensor[[16, 16], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16, 16], pl.FP32]:
        with pl.scope():
            with pl.manual_scope():
                row: pl.Scalar[pl.INDEX] = n * 4
                part = pl.slice(big, [16, 16], [row, 0])
                kept = pl.create_tensor([16, 16], dtype=pl.FP32)
                kept_1, t = pl.submit(
                    self.step, part, kept, attrs={"arg_directions": [pl.adir.input, pl.adir.output_existing]}
                )
                y_1, _u = pl.submit(
                    self.step, kept_1, y, deps=[t], attrs={"arg_directions": [pl.adir.input, pl.adir.inout]}
                )
            low: pl.Scalar[pl.INDEX] = row % 3
            for i in pl.range(low + 1, attrs={"iter_arg_rebind_0": True}):
                with pl.scope():
                    last: pl.Scalar[pl.INDEX] = i * 2
            for j in pl.range(last):
                with pl.scope():
                    y_2 = self.step(part, y, attrs={"arg_directions": [pl.adir.input, pl.adir.inout]})
        return y
