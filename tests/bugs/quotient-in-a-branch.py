# In a region whose writes nobody sees nothing was selected, so whatever came first in the class was printed: here the
# longer one of two texts of a number, until the next time.
import pypto.language as pl


@pl.program
class Quotient:
    @pl.function
    def main(self, n: pl.Scalar[pl.INDEX], o: pl.InOut[pl.Tensor[[16], pl.FP32]]):
        if n > 3:
            w = pl.array.create(4, pl.INDEX)
            w[0] = (n - 5) // 2
            w[1] = n * 2 - 0
