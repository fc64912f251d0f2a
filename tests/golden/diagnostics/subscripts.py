import pypto.language as pl


@pl.program
class P:
    @pl.function
    def main(self, x: pl.Tensor[[16, 16], pl.FP32], n: pl.Scalar[pl.FP32], i: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.FP32]:
        a = x[0:16:2, :]
        b = x[n, 0]
        c = x[0, 0, 0]
        d = i[0]
        x[0:2, 0] = 1.0
        i[0] = 3
        pl.exp(x)[0, 0] = 1.0
        pair = (i, n)
        e = pair[i]
        f = x > 1.0
        if i:
            g = i
        while n and i:
            g = i
        return 2.0 / x
