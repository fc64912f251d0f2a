# pypto.program: Narrowed
import pypto.language as pl


@pl.program
class Narrowed:
    @pl.function
    def main(
        self,
        a: pl.Tensor[[16, 16], pl.FP32],
        o: pl.InOut[pl.Tensor[[16, 16], pl.FP32]],
    ) -> pl.Tensor[[16, 16], pl.FP32]:
        x: pl.Tensor[[16, 16], pl.FP32, pl.TensorView(valid_shape=[2, 2], stride=[], layout=pl.TensorLayout.ND)] = pl.tensor.set_validshape(a, 2, 2)
        o_1: pl.Tensor[[16, 16], pl.FP32] = pl.tensor.assemble(o, x, [0, 0])
        return o_1

