# What is left of a quotient is `0 // 2`, a constant. It matched `x // a // b`, so that the graph filled with quotients of
# zero by ever larger powers of two.
import pypto.language as pl


@pl.program
class QuotientsOfZero:
    @pl.function
    def main(self, k: pl.Scalar[pl.INDEX], o: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        pl.write(o, [(k + 1) * 2 // 2], 2.0)
        return o
