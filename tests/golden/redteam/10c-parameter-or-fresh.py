# pypto.program: ParameterOrFresh
import pypto.language as pl


@pl.program
class ParameterOrFresh:
    @pl.function
    def main(
        self,
        a: pl.InOut[pl.Tensor[[16], pl.FP32]],
        s: pl.Tensor[[8], pl.FP32],
        n: pl.Scalar[pl.INDEX],
    ) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        if n < 2:
            w: pl.Tensor[[16], pl.FP32] = pl.tensor.assemble(a, s, [8])
            w_2: pl.Tensor[[16], pl.FP32] = pl.yield_(w)
        else:
            c: pl.Tensor[[16], pl.FP32] = pl.tensor.create([16], dtype=pl.FP32, layout=pl.TensorLayout.ND)
            w_1: pl.Tensor[[16], pl.FP32] = pl.tensor.assemble(c, s, [8])
            w_2: pl.Tensor[[16], pl.FP32] = pl.yield_(w_1)
        w_3: pl.Tensor[[16], pl.FP32] = pl.tensor.assemble(w_2, s, [0])
        return w_3, a

