# pypto.program: W
import pypto.language as pl

@pl.program
class W:
    @pl.function
    def main(self, x0: pl.Tensor[[64], pl.FP32], n: pl.Scalar[pl.INT64]) -> tuple[pl.Tensor[[64], pl.FP32], pl.Scalar[pl.INT64]]:
        i0: pl.Scalar[pl.INT64] = pl.const(0, pl.INT64)
        for (x1, i1) in pl.while_(init_values=(x0, i0)):
            pl.cond(i1 < n)
            x2: pl.Tensor[[64], pl.FP32] = pl.tensor.adds(x1, 1.0)
            i2: pl.Scalar[pl.INT64] = i1 + pl.const(1, pl.INT64)
            x3, i3 = pl.yield_(x2, i2)
        for (x4,) in pl.while_(init_values=(x3,)):
            pl.cond(i3 < n and True)
            x6: pl.Tensor[[64], pl.FP32] = pl.yield_(x4)
        t: pl.Tuple[pl.Tensor[[64], pl.FP32], pl.Scalar[pl.INT64]] = [x6, i3]
        p: pl.Tensor[[64], pl.FP32] = t[0]
        e: pl.Tuple[()] = []
        q: pl.Scalar[pl.INT64] = pl.min(i3, n)
        q1: pl.Scalar[pl.INT64] = pl.max(q, pl.cast(i3, pl.INT64) // pl.const(2, pl.INT64))
        q2: pl.Scalar[pl.INT64] = abs(q1) ** pl.const(2, pl.INT64)
        q3: pl.Scalar[pl.BOOL] = not (q2 > n) and (q1 < n) == (n > q2)
        q4: pl.Scalar[pl.INT64] = ~q2 & q1 | q2 ^ q1 << pl.const(1, pl.INT64) >> pl.const(1, pl.INT64)
        q5: pl.Scalar[pl.INT64] = -q4 + (-q4) - (q4 - q1)
        q6: pl.Scalar[pl.FP32] = 1e-05 * 2.0 / 3.5
        q7: pl.Scalar[pl.FP16] = pl.const(1.0, pl.FP16)
        q8: pl.Scalar[pl.BOOL] = True
        return p, q5
