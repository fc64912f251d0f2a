# pypto.program: FreshOfCall
import pypto.language as pl


@pl.program
class FreshOfCall:
    @pl.function
    def make(self, a: pl.Tensor[[16], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        t: pl.Tensor[[16], pl.FP32] = pl.tensor.create([16], dtype=pl.FP32, layout=pl.TensorLayout.ND)
        t1: pl.Tensor[[16], pl.FP32] = pl.tensor.assemble(t, a, [0])
        return t1

    @pl.function
    def main(
        self,
        a: pl.Tensor[[16], pl.FP32],
        s: pl.Tensor[[8], pl.FP32],
    ) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        b: pl.Tensor[[16], pl.FP32] = self.make(a)
        b_1: pl.Tensor[[16], pl.FP32] = pl.tensor.assemble(b, s, [4])
        return b_1, a

