# Loops of every kind, written with and without carries.
import pypto.language as pl

N = pl.dynamic("N")


@pl.program
class Loops:
    @pl.function
    def sums(self, x: pl.Tensor[[N, 16], pl.INT32], n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
        total: pl.Scalar[pl.INDEX] = 0
        for i in pl.range(n):
            if i % 2 == 0:
                total = total + i
            else:
                total = total - 1
        k: pl.Scalar[pl.INDEX] = 0
        while k < n:
            k = k + 1
            if k > 10:
                break
            if k == 3:
                continue
            total = total + k
        for j in pl.range(0, n, 2):
            last = j * 2
        return total + last

    @pl.function
    def first_even(self, x: pl.Tensor[[16, 1], pl.INDEX]) -> pl.Scalar[pl.INDEX]:
        at: pl.Scalar[pl.INDEX] = 16
        for i in pl.range(16):
            v = pl.tensor.read(x, [i, 0])
            if v % 2 == 0:
                at = i
                break
        return at

    @pl.function
    def until(self, x: pl.Tensor[[16, 1], pl.INDEX]) -> pl.Scalar[pl.INDEX]:
        i: pl.Scalar[pl.INDEX] = 0
        while pl.tensor.read(x, [i, 0]) != 0 and i < 15:
            i += 1
        return i

    @pl.function
    def nested(self, n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
        s: pl.Scalar[pl.INDEX] = 0
        for i in pl.range(n):
            for j in pl.range(i):
                for k in pl.unroll(4):
                    s = s + i * j + k
                inner = s + j
            outer = s
        return s + inner + outer

    @pl.function
    def staged(self, x: pl.Tensor[[64, 16], pl.FP32], y: pl.Out[pl.Tensor[[64, 16], pl.FP32]]) -> pl.Tensor[[64, 16], pl.FP32]:
        for i in pl.pipeline(0, 64, 8, stage=2):
            y[i : i + 8, :] = pl.exp(x[i : i + 8, :])
        return y
