# pypto.program: LoopAllocation
import pypto.language as pl


@pl.program
class LoopAllocation:
    @pl.function
    def main(
        self,
        a: pl.Tensor[[16], pl.FP32],
        s: pl.Tensor[[8], pl.FP32],
    ) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        t: pl.Tensor[[16], pl.FP32] = pl.tensor.create([16], dtype=pl.FP32, layout=pl.TensorLayout.ND)
        t1: pl.Tensor[[16], pl.FP32] = pl.tensor.assemble(t, a, [0])
        t_1: pl.Tensor[[16], pl.FP32] = pl.tensor.create([16], dtype=pl.FP32, layout=pl.TensorLayout.ND)
        t1_1: pl.Tensor[[16], pl.FP32] = pl.tensor.assemble(t_1, a, [0])
        x: pl.Tensor[[16], pl.FP32] = pl.tensor.assemble(t1, s, [0])
        y: pl.Tensor[[16], pl.FP32] = pl.tensor.assemble(t1_1, s, [8])
        return x, y, a

