# What the kernel gives back is what it was given, so the two are one class: where that came from, the loop said and the call did not.
import pypto.language as pl


@pl.program
class GivenBack:
    @pl.function(type=pl.FunctionType.InCore)
    def k0(self, a: pl.Tensor[[16], pl.FP32], a1: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        a2 = pl.load(a1, [0], [16])
        a3 = pl.store(a2, [0], a1)
        return a3

    @pl.function
    def main(self, a: pl.InOut[pl.Tensor[[16], pl.FP32]], a1: pl.Tensor[[16], pl.FP32], a2: pl.InOut[pl.Tensor[[16], pl.FP32]], a3: pl.InOut[pl.Tensor[[4, 8], pl.FP32]], n: pl.Scalar[pl.INDEX]):
        for a8, (a4, a5, a6, a7) in pl.range(2, init_values=(a2, n, n, a2)):
            a9, a10, a11, a12 = pl.yield_(a7, a6, a6, a1)
        a13 = self.k0(a12, a12)
