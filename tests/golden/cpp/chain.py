# Two tasks of a manual scope: only what is written orders them.
import pypto.language as pl


@pl.program
class Chain:
    @pl.function(type=pl.FunctionType.AIV)
    def step(
        self, x: pl.Tensor[[16, 16], pl.FP32], o: pl.Out[pl.Tensor[[16, 16], pl.FP32]]
    ) -> pl.Tensor[[16, 16], pl.FP32]:
        t = pl.load(x, [0, 0], [16, 16])
        pl.store(pl.add(t, 1.0), [0, 0], o)
        return o

    @pl.function(type=pl.FunctionType.Orchestration, auto_scope=False)
    def main(
        self,
        x: pl.Tensor[[16, 16], pl.FP32],
        tmp: pl.Out[pl.Tensor[[16, 16], pl.FP32]],
        out: pl.Out[pl.Tensor[[16, 16], pl.FP32]],
    ) -> pl.Tensor[[16, 16], pl.FP32]:
        with pl.scope():
            with pl.manual_scope():
                tmp_1, t = pl.submit(
                    self.step, x, tmp, attrs={"arg_directions": [pl.adir.input, pl.adir.output_existing]}
                )
                out_1, _u = pl.submit(
                    self.step, tmp_1, out, deps=[t], attrs={"arg_directions": [pl.adir.input, pl.adir.output_existing]}
                )
        return out_1
