# Which arm runs is known, and so is the quotient that it gives: the branch's result was taken for a short name of it, and the sum that
# goes on from there kept its text until the output was optimized again.
import pypto.language as pl


@pl.program
class Generated:
    @pl.function
    def main(self, s: pl.InOut[pl.Tensor[[16], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16], pl.FP32]:
        if n > n:
            m = pl.yield_(n)
        else:
            k = (n - 5) // 2
            m = pl.yield_(k)
        a = pl.slice(s, [8], [(m - 5) // 2 % 3])
        b = pl.slice(s, [8], [(m * 2 - 3) % 3])
        s = pl.assemble(s, pl.add(a, b), [0])
        return s
