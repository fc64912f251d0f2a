# rows: B6, B7
# A carry that begins as an element of a tuple, as a call, or as a new tensor: each is a value like any other.
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
    def wr(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t = pl.load(x, [0], [16])
        r = pl.store(t, [0], o)
        return r

    @pl.function(type=pl.FunctionType.Group)
    def g(self, x: pl.Tensor[[16], pl.FP32], a: pl.Out[pl.Tensor[[16], pl.FP32]], b: pl.Out[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        t = self.two(x, a, b)
        for i, (c,) in pl.range(0, 4, init_values=(t[0],)):
            c1 = self.wr(x, c)
            p = pl.yield_(c1)
        for i, (d,) in pl.range(0, 4, init_values=(self.wr(x, a),)):
            d1 = self.wr(x, d)
            q = pl.yield_(d1)
        for i, (e,) in pl.range(0, 4, init_values=(pl.create_tensor([16], dtype=pl.FP32),)):
            e1 = self.wr(x, e)
            r = pl.yield_(e1)
        return p, q, r

#= g(x In, a Out, b Out) -> b a -
#=   call two: input, output_existing, output_existing
#=   call wr: input, inout
#=   call wr: input, inout
#=   call wr: input, inout
#=   call wr: input, inout
#=   range: c ?
#=   range: d ?
#=   range: e ?
