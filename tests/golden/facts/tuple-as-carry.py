# rows: B50, B54, B56
# The result of a reordered kernel goes round a loop whole, and is taken apart behind it.
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

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16], pl.FP32], a: pl.Out[pl.Tensor[[16], pl.FP32]], b: pl.Out[pl.Tensor[[16], pl.FP32]], c: pl.Out[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        ret = self.two(x, a, b)
        p = ret[0]
        q = ret[1]
        for i, (u, v) in pl.range(0, 4, init_values=(p, q)):
            w = self.acc(x, u)
            y, z = pl.yield_(w, v)
        return y, z

    @pl.function(type=pl.FunctionType.AIV)
    def acc(self, x: pl.Tensor[[16], pl.FP32], o: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t = pl.load(x, [0], [16])
        u = pl.load(o, [0], [16])
        r = pl.store(pl.tile.add(t, u), [0], o)
        return r

#= main(x In, a Out, b Out, c Out) -> b a
#=   call two: input, output_existing, output_existing
#=   call acc: input, inout
#=   range: u trivial, v trivial
