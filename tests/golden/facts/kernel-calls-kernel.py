# rows: B58, B7, D44
# A kernel calls a reordered kernel and returns its results crossed, in a loop.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def two(self, x: pl.Tensor[[16], pl.FP32], a: pl.Out[pl.Tensor[[16], pl.FP32]], b: pl.Out[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        t = pl.load(x, [0], [16])
        b1 = pl.store(t, [0], b)
        a1 = pl.store(t, [0], a)
        return b1, a1

    @pl.function(type=pl.FunctionType.AIV)
    def outer(self, x: pl.Tensor[[16], pl.FP32], a: pl.Tensor[[16], pl.FP32], b: pl.Tensor[[16], pl.FP32]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        for i, (c, d) in pl.range(0, 4, init_values=(a, b)):
            p, q = self.two(x, c, d)
            r, s = pl.yield_(q, p)
        return s, r

#= outer(x In, a In->Out, b In->Out) -> a b
#=   call two: input, inout, inout
#=   range: c ?, d ?
