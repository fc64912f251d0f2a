# More axes than a tensor of the runtime has.
import pypto.language as pl


@pl.program
class Axes:
    @pl.function(type=pl.FunctionType.AIV)
    def step(self, o: pl.InOut[pl.Tensor[[1, 1, 1, 1, 1, 16], pl.FP32]]) -> pl.Tensor[[1, 1, 1, 1, 1, 16], pl.FP32]:
        return o

    @pl.function(type=pl.FunctionType.Orchestration, auto_scope=False)
    def main(
        self, o: pl.InOut[pl.Tensor[[1, 1, 1, 1, 1, 16], pl.FP32]]
    ) -> pl.Tensor[[1, 1, 1, 1, 1, 16], pl.FP32]:
        with pl.scope():
            o_1 = self.step(o, attrs={"arg_directions": [pl.adir.inout]})
        return o_1
