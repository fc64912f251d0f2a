# A branch gives a parameter or fresh storage, and what it gives is written.
import pypto.language as pl


@pl.program
class ParameterOrFresh:
    @pl.function
    def main(self, a: pl.InOut[pl.Tensor[[16], pl.FP32]], s: pl.Tensor[[8], pl.FP32], n: pl.Scalar[pl.INDEX]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        if n < 2:
            w: pl.Tensor[[16], pl.FP32] = pl.assemble(a, s, [8])
        else:
            c: pl.Tensor[[16], pl.FP32] = pl.create_tensor([16], dtype=pl.FP32)
            w: pl.Tensor[[16], pl.FP32] = pl.assemble(c, s, [8])
        w = pl.assemble(w, s, [0])
        return w, a
