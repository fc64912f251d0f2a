# rows: C4, D90, D70
# A tensor allocated in each trip and handed on: the result is one of them or the start.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def wr(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t = pl.load(x, [0], [16])
        r = pl.store(t, [0], o)
        return r

    @pl.function(type=pl.FunctionType.AIV)
    def acc(self, x: pl.Tensor[[16], pl.FP32], o: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t = pl.load(x, [0], [16])
        u = pl.load(o, [0], [16])
        r = pl.store(pl.tile.add(t, u), [0], o)
        return r

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16], pl.FP32], a: pl.Out[pl.Tensor[[16], pl.FP32]], b: pl.Out[pl.Tensor[[16], pl.FP32]], n: pl.Scalar[pl.INDEX]):
        for i, (c,) in pl.range(0, n, init_values=(a,)):
            f = pl.create_tensor([16], dtype=pl.FP32)
            f1 = self.wr(c, f)
            r = pl.yield_(f1)
        r = self.wr(x, r)
        for i, (c,) in pl.range(0, 4, init_values=(b,)):
            g = pl.create_tensor([16], dtype=pl.FP32)
            g1 = self.wr(c, g)
            s = pl.yield_(g1)
        s = self.wr(x, s)
        b = self.wr(x, b)

#= main(x In, a Out, b Out, n In) ->
#=   call wr: input, inout
#=   call wr: input, inout
#=   call wr: input, inout
#=   call wr: input, inout
#=   call wr: input, output_existing
#=   range: c rebind
#=   range: c rebind
