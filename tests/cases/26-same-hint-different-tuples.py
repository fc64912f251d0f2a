# Case 26-same-hint-different-tuples.
# Elsewhere: two tuples of one display name took each other's elements.
# Right: task 0 writes o1 and o2; task 1 reads o2 and writes o3 and o4; main returns o3, o1.
import pypto.language as pl


@pl.program
class TwinTuples:
    @pl.function(type=pl.FunctionType.InCore)
    def split2(
        self,
        x: pl.Tensor[[16, 64], pl.FP32],
        a: pl.Out[pl.Tensor[[16, 64], pl.FP32]],
        b: pl.Out[pl.Tensor[[16, 64], pl.FP32]],
    ) -> tuple[pl.Tensor[[16, 64], pl.FP32], pl.Tensor[[16, 64], pl.FP32]]:
        t: pl.Tile[[16, 64], pl.FP32] = pl.load(x, [0, 0], [16, 64])
        a1: pl.Tensor[[16, 64], pl.FP32] = pl.store(t, [0, 0], a)
        b1: pl.Tensor[[16, 64], pl.FP32] = pl.store(pl.neg(t), [0, 0], b)
        return a1, b1

    @pl.function(type=pl.FunctionType.Inline)
    def twice(
        self,
        x: pl.Tensor[[16, 64], pl.FP32],
        a: pl.Tensor[[16, 64], pl.FP32],
        b: pl.Tensor[[16, 64], pl.FP32],
    ) -> tuple[pl.Tensor[[16, 64], pl.FP32], pl.Tensor[[16, 64], pl.FP32]]:
        ret = self.split2(x, a, b)
        a = ret[0]
        b = ret[1]
        return a, b

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(
        self,
        x: pl.Tensor[[16, 64], pl.FP32],
        o1: pl.Out[pl.Tensor[[16, 64], pl.FP32]],
        o2: pl.Out[pl.Tensor[[16, 64], pl.FP32]],
        o3: pl.Out[pl.Tensor[[16, 64], pl.FP32]],
        o4: pl.Out[pl.Tensor[[16, 64], pl.FP32]],
    ) -> tuple[pl.Tensor[[16, 64], pl.FP32], pl.Tensor[[16, 64], pl.FP32]]:
        p, q = self.twice(x, o1, o2)
        r, s = self.twice(q, o3, o4)
        return r, p
