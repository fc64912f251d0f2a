import pypto.language as pl
from math import ceil, sqrt

A, B = 1_000, 0x10; C = 4
NAME = "a" "b"
SH = (64, 64)
D = [64] * 2
E = ceil(A / 3)
LONG = 1 + \
    2

@pl.program
class M:
    @pl.function(type=pl.FunctionType.Opaque, strict_ssa=False)
    def main(self, x: pl.Tensor[SH, pl.FP32], y: pl.Tensor[D, pl.FP32], n: pl.Scalar[pl.INDEX], /, *, z: pl.Tensor[[64, 64], pl.FP32]) -> pl.Tensor[[64, 64], pl.FP32]:
        a = pl.add(x, y); b = pl.mul(a, 2)
        c = pl.create_tensor(x.shape, dtype=x.dtype)
        r = x.shape[0] + 1
        with pl.at(level=pl.Level.CORE_GROUP, name_hint=NAME), pl.scope():
            d = (
                pl.add(
                    a, b,
                )
            )
        pl.static_assert(n > 0, f"n is {n}")
        pl.static_print(f"{n}")
        if (n > 3) and (n < 10 or not (n == 4)):
            d = pl.add(d, 1.5e-3)
        k = (n + 1) * 2 % 7 // 3 - -n
        k = +k
        w: pl.Scalar[pl.INDEX]
        w = k
        e: pl.Tensor[[64, 64], pl.FP32]
        e = d
        f = True and n > 2
        g = n > 1 if f else False
        for _ in pl.range(2):
            e = pl.add(e, 1.0)
        for i in pl.range(start=0, stop=8, step=2):
            e = pl.add(e, 1.0)
        for i in pl.range(4, step=2, start=1):
            e = pl.add(e, 1.0)
        _, q = (e, d)
        e[0:16, 0:16] += 1.0
        e[0, 0] *= 2.0
        h = e[-1, -2]
        pass
        ...
        return e
