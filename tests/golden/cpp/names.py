# Names that C++ or the generator has already: keywords, two parameters with one base, ext_x, params_t0, alloc_0.
import pypto.language as pl


@pl.program
class Names:
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
    def main(self, x__a: pl.Tensor[[16, 16], pl.FP32], x__b: pl.Tensor[[16, 16], pl.FP32], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]], double: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16, 16], pl.FP32]:
        with pl.scope():
            new = pl.create_tensor([16, 16], dtype=pl.FP32)
            auto = self.step(x__a, new, attrs={"arg_directions": [pl.adir.input, pl.adir.output_existing]})
            alloc_0 = pl.create_tensor([16, 16], dtype=pl.FP32)
            ext_x = pl.create_tensor([16, 16], dtype=pl.FP32)
            params_t0 = self.step(x__b, ext_x, attrs={"arg_directions": [pl.adir.input, pl.adir.output_existing]})
            switch = self.accumulate(auto, alloc_0, attrs={"arg_directions": [pl.adir.input, pl.adir.inout]})
            for std in pl.range(double):
                with pl.scope():
                    orch_args: pl.Scalar[pl.INDEX] = std + double
                    for each in pl.range(orch_args):
                        with pl.scope():
                            switch_1 = self.accumulate(params_t0, alloc_0, attrs={"arg_directions": [pl.adir.input, pl.adir.inout]})
            out_1 = self.step(switch, out, attrs={"arg_directions": [pl.adir.input, pl.adir.output_existing]})
        return out_1
