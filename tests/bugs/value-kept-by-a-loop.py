# A loop keeps a value that it was given, so both are one class, and the loop seemed to give what it needs itself:
# decode left out the statement that really does. Seen under random selections.
import pypto.language as pl


@pl.program
class Generated:
    @pl.function(type=pl.FunctionType.InCore)
    def k0(self, a: pl.Tensor[[16], pl.FP32], a1: pl.Out[pl.Tensor[[16], pl.FP32]], a2: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        a3 = pl.load(a2, [0], [16])
        a4 = pl.store(a3, [0], a1)
        a5 = pl.store(a3, [0], a2)
        return a5

    @pl.function(type=pl.FunctionType.Inline)
    def h1(self, a: pl.Tensor[[16], pl.FP32]):
        a1 = 0
        a2 = 2
        while a1 < a2:
            a = self.k0(a, a, a)
            for a3 in pl.range(2):
                a4 = self.k0(a, a, a)
                a5 = pl.assemble(a4, a4, [0])
                a6 = pl.assemble(a5, a5, [0])
            a7 = self.k0(a, a, a)
            a1 = a1 + 1
        a = self.k0(a, a, a)

    @pl.function(type=pl.FunctionType.Inline)
    def h2(self, a: pl.Tensor[[16], pl.FP32], a1: pl.Tensor[[8], pl.FP32]):
        a4 = 2
        for (a2, a3) in pl.while_(init_values=(0, a1)):
            pl.cond(a2 < a4)
            self.h1(a)
            a5, a6 = pl.yield_(a2 + 1, a3)
        a7 = a1

    @pl.function
    def main(self, a: pl.InOut[pl.Tensor[[16], pl.FP32]], a1: pl.Tensor[[16], pl.FP32], a2: pl.InOut[pl.Tensor[[16], pl.FP32]], a3: pl.InOut[pl.Tensor[[4, 8], pl.FP32]], n: pl.Scalar[pl.INDEX]):
        a4 = pl.create_tensor([8], dtype=pl.FP32)
        self.h2(a2, a4)
