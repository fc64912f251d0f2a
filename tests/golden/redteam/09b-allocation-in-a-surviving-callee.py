# pypto.program: CalleeAllocation
import pypto.language as pl


@pl.program
class CalleeAllocation:
    @pl.function
    def fresh(self, a: pl.Tensor[[16], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        t: pl.Tensor[[16], pl.FP32] = pl.tensor.create([16], dtype=pl.FP32, layout=pl.TensorLayout.ND)
        t1: pl.Tensor[[16], pl.FP32] = pl.tensor.assemble(t, a, [0])
        return t1

    @pl.function
    def main(
        self,
        a: pl.Tensor[[16], pl.FP32],
        s: pl.Tensor[[8], pl.FP32],
    ) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        x: pl.Tensor[[16], pl.FP32] = self.fresh(a)
        y: pl.Tensor[[16], pl.FP32] = self.fresh(a)
        x_1: pl.Tensor[[16], pl.FP32] = pl.tensor.assemble(x, s, [0])
        y_1: pl.Tensor[[16], pl.FP32] = pl.tensor.assemble(y, s, [8])
        return x_1, y_1, a

