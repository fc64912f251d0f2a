# A wrapper returns elements of the tuple that it was given, and writes a parameter. What its caller hands to it comes out
# again, so both are one class, and what a loop in a scope made of the caller's parameter was taken for storage of which
# nobody knows anything: the caller's parameter was declared In, and written.
import pypto.language as pl


@pl.program
class Generated:
    @pl.function(type=pl.FunctionType.InCore)
    def k0(self, a: pl.Out[pl.Tensor[[16], pl.FP32]], a1: pl.Tensor[[16], pl.FP32]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        a2 = pl.load(a1, [0], [8])
        a3 = pl.store(a2, [0], a)
        return a3, a1

    @pl.function(type=pl.FunctionType.Group)
    def w1(self, a: pl.Out[pl.Tensor[[16], pl.FP32]], a1: pl.Tensor[[16], pl.FP32]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        a2 = self.k0(a, a1)
        return a2

    @pl.function
    def main(self, a1: pl.Tensor[[16], pl.FP32], a2: pl.InOut[pl.Tensor[[16], pl.FP32]]):
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="part") as p:
            a5 = 0
            while a5 < 2:
                a2 = pl.assemble(a2, a1, [0])
                a1 = pl.neg(a1)
                a5 = a5 + 1
        a8, a9 = self.w1(a1, a2)
