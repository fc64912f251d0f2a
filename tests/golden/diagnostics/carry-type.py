# A carry has one type on all trips, whether a header names it or only its assignments do.
import pypto.language as pl


@pl.program
class Carries:
    @pl.function
    def main(self, x: pl.Tensor[[16, 16], pl.FP32], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16, 16], pl.FP32]:
        for i, (a, k) in pl.range(n, init_values=(x, 0)):
            half = pl.slice(a, [8, 16], [0, 0])
            b, m = pl.yield_(half, 1.5)
        for (c,) in pl.while_(init_values=(x,)):
            pl.cond(n > 3)
            d = pl.yield_(pl.cast(c, pl.FP16))
        total = x
        for j in pl.range(4):
            total = n
        if n > 2:
            y = x
        else:
            y = n
        return x
