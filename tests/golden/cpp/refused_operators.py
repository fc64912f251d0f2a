# What the scheduler cannot do.
import pypto.language as pl


@pl.program
class Operators:
    @pl.function(type=pl.FunctionType.AIV)
    def step(
        self, x: pl.Tensor[[16, 16], pl.FP32], o: pl.Out[pl.Tensor[[16, 16], pl.FP32]]
    ) -> pl.Tensor[[16, 16], pl.FP32]:
        t = pl.load(x, [0, 0], [16, 16])
        pl.store(pl.add(t, 1.0), [0, 0], o)
        return o

    @pl.function(type=pl.FunctionType.Orchestration, auto_scope=False)
    def main(
        self, x: pl.Tensor[[16, 16], pl.FP32], h: pl.Tensor[[4], pl.FP16], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]], z: pl.Out[pl.Tensor[[16, 16], pl.FP32]]
    ) -> pl.Tensor[[16, 16], pl.FP32]:
        with pl.scope():
            a = pl.add(x, 1.0)
            s: pl.Scalar[pl.FP16] = pl.tensor.read(h, [0])
            c = pl.create_tensor([16, 16], dtype=pl.FP32, init_value=1e999)
            d = pl.create_tensor([16, 16], dtype=pl.INT32, init_value=0.5)
            e = pl.create_tensor([4], dtype=pl.FP16, init_value=1.0)
            z_1 = pl.assemble(z, c, [0, 0])
            z_2 = pl.assemble(z_1, x, [0, 0], atomic=pl.AtomicType.Add)
            e_1 = pl.tensor.write(e, [0], pl.cast(s, pl.FP16))
            d_1 = pl.tensor.write(d, [0, 0], pl.const(1, pl.INT32))
            y_1 = self.step(a, y, attrs={"arg_directions": [pl.adir.input, pl.adir.output_existing]})
            y_2 = self.step(c, y_1, attrs={"arg_directions": [pl.adir.input, pl.adir.inout]})
        return y_2
