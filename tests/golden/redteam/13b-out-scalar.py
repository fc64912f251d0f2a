# pypto.program: OutScalar
import pypto.language as pl


@pl.program
class OutScalar:
    @pl.function
    def main(
        self,
        x: pl.Tensor[[32], pl.FP32],
        o: pl.InOut[pl.Tensor[[16], pl.FP32]],
    ) -> pl.Tensor[[16], pl.FP32]:
        y: pl.Tensor[[4], pl.FP32] = pl.tensor.slice(x, [4], [11])
        o_1: pl.Tensor[[16], pl.FP32] = pl.tensor.assemble(o, y, [6])
        y_1: pl.Tensor[[4], pl.FP32] = pl.tensor.slice(x, [4], [15])
        o_2: pl.Tensor[[16], pl.FP32] = pl.tensor.assemble(o_1, y_1, [1])
        return o_2

