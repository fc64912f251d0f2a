import pypto.language as pl


@pl.program
class Widths:
    @pl.function
    def main(self, x: pl.Tensor[[16], pl.FP32], n: pl.Scalar[pl.INT64], m: pl.Scalar[pl.INT32]) -> pl.Scalar[pl.INT64]:
        k = 0
        total = pl.const(0, pl.INT64)
        small: pl.Scalar[pl.INT32] = m + 1
        for i in pl.range(n):
            k = n + k
            total = i + total
            total += 1
            small = small + 1
        for j, (a, b) in pl.range(0, n, 2, init_values=(total, 0)):
            c, d = pl.yield_(j + a, n)
        if n > 3:
            e = pl.yield_(n)
        else:
            e = pl.yield_(k)
        dim: pl.Scalar[pl.INT64] = pl.tensor.dim(x, 0)
        while total < n:
            total = k + 2
        return c
