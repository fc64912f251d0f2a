import pypto.language as pl

FLAG = True
N = 8 if FLAG else 4

@pl.program
class Flow:
    @pl.function
    def main(self, x: pl.Tensor[[64], pl.FP32], n: pl.Scalar[pl.INT64], b: pl.Scalar[pl.BOOL]) -> pl.Tensor[[64], pl.FP32]:
        a = b_ = n
        k = n if n > 3 else 3
        acc = x
        for i in pl.range(0, n, 2):
            if 0 <= i < n and not b or i == 2:
                acc = pl.add(acc, 1.0)
            elif i > 5:
                acc = pl.mul(acc, 2.0)
                continue
            else:
                pass
            if i > 7:
                break
            a += 1
            a *= 2
            a -= k
            a //= 3
            a %= 7
            a <<= 1
            a >>= 1
            a |= 1
            a &= 3
            a ^= 5
            a **= 2
        while a > 0:
            a = a - 1
            acc = pl.exp(acc)
        for j in pl.range(10, 0, -1):
            acc = pl.sub(acc, x)
        return acc
