# Case 15-dim-read-is-the-declared-symbol.
# Elsewhere: one extent got two names, so types built from them did not match.
# Right: n and LEN are one extent; both loops use it, and it is defined once.
import pypto.language as pl

LEN = pl.dynamic("LEN")


@pl.program
class OneExtent:
    @pl.function(type=pl.FunctionType.InCore)
    def bump(
        self,
        a: pl.Tensor[[LEN, 64], pl.FP32],
        row: pl.Scalar[pl.INDEX],
        o: pl.Out[pl.Tensor[[LEN, 64], pl.FP32]],
    ) -> pl.Tensor[[LEN, 64], pl.FP32]:
        t = pl.load(a, [row, 0], [16, 64])
        r = pl.store(pl.add(t, 1.0), [row, 0], o)
        return r

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(
        self,
        a: pl.Tensor[[LEN, 64], pl.FP32],
        o: pl.Out[pl.Tensor[[LEN, 64], pl.FP32]],
    ) -> pl.Tensor[[LEN, 64], pl.FP32]:
        n = pl.tensor.dim(a, 0)
        cur = pl.create_tensor([n, 64], dtype=pl.FP32)
        for i in pl.range(n // 16):
            row: pl.Scalar[pl.INDEX] = i * 16
            cur = self.bump(a, row, cur)
        for i in pl.range(LEN // 16):
            row: pl.Scalar[pl.INDEX] = i * 16
            o = self.bump(cur, row, o)
        return o
