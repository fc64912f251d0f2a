# A quotient and the same plus a whole number were sums of each other, so no sum of them had a normal form: the remainder
# kept the text that the helper gave it, until the program was read again.
import pypto.language as pl


@pl.program
class Generated:
    @pl.function(type=pl.FunctionType.Inline)
    def h(self, a: pl.Tensor[[64], pl.FP32], b: pl.Tensor[[8], pl.FP32], n: pl.Scalar[pl.INDEX]):
        a3 = pl.assemble(a, b, [(n * 2 - 3) % 9])

    @pl.function
    def main(self, a: pl.InOut[pl.Tensor[[64], pl.FP32]], b: pl.Tensor[[8], pl.FP32], n: pl.Scalar[pl.INDEX]):
        a8 = (n - 5) // 2
        a = pl.assemble(a, b, [a8 + 3])
        self.h(a, b, a8)
