# rows: B7, B12, B13, B31, B40, B54, B55
# A Group forwards a whole tuple, through a copy; a function with one tuple result keeps it one.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def core(self, q: pl.Tensor[[16], pl.FP32], a: pl.Out[pl.Tensor[[16], pl.FP32]], b: pl.Out[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        t: pl.Tile[[16], pl.FP32] = pl.load(q, [0], [16])
        b1: pl.Tensor[[16], pl.FP32] = pl.store(t, [0], b)
        a1: pl.Tensor[[16], pl.FP32] = pl.store(t, [0], a)
        return b1, a1

    @pl.function(type=pl.FunctionType.Group)
    def many(self, q: pl.Tensor[[16], pl.FP32], a: pl.Out[pl.Tensor[[16], pl.FP32]], b: pl.Out[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        res = self.core(q, a, b)
        res2 = res
        return res2

    @pl.function(type=pl.FunctionType.Group)
    def one(self, q: pl.Tensor[[16], pl.FP32], a: pl.Out[pl.Tensor[[16], pl.FP32]], b: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        res = self.core(q, a, b)
        return res

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, q: pl.Tensor[[16], pl.FP32], a: pl.Out[pl.Tensor[[16], pl.FP32]], b: pl.Out[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        y, x = self.many(q, a, b)
        return x, y
