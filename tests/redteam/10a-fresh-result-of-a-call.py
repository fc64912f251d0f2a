# A call returns storage of its own, which is then written; the argument is not.
import pypto.language as pl


@pl.program
class FreshOfCall:
    @pl.function
    def make(self, a: pl.Tensor[[16], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        t: pl.Tensor[[16], pl.FP32] = pl.create_tensor([16], dtype=pl.FP32)
        t1: pl.Tensor[[16], pl.FP32] = pl.assemble(t, a, [0])
        return t1

    @pl.function
    def main(self, a: pl.Tensor[[16], pl.FP32], s: pl.Tensor[[8], pl.FP32]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        b: pl.Tensor[[16], pl.FP32] = self.make(a)
        b = pl.assemble(b, s, [4])
        return b, a
