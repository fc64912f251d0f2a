# A40: each copy of a helper that creates a tensor has its own; a loop body that creates one has one a trip.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.Inline)
    def fresh(self, x: pl.Tensor[[16], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        t = pl.create_tensor([16], dtype=pl.FP32)
        t = pl.assemble(t, x, [0])
        return t

    @pl.function
    def main(self, a: pl.Tensor[[16], pl.FP32]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        p = self.fresh(a)
        q = self.fresh(a)
        for i in pl.range(2):
            q = self.fresh(q)
        return p, q
