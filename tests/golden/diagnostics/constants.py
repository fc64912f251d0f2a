import pypto.language as pl


@pl.program
class P:
    @pl.function
    def main(self, x: pl.Tensor[[16], pl.FP32], t: pl.Scalar[pl.TASK_ID]) -> pl.Scalar[pl.INT32]:
        a = pl.const(1.5, pl.INT32)
        b = pl.const(n=3)
        c = 1 // 0
        d = 170141183460469231731687303715884105728
        e = pl.range(4)
        f = pl.FP32
        g = pl.exp
        h = t + 1
        k = pl.array.create(-1, pl.INT32)
        m = [1, 2, 3][7]
        return pl.cast(x, pl.INT23)
