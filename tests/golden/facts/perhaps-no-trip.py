# rows: D42, D90
# A loop that may not run at all hands on what it began with: a write to its result may be one to that.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def wr(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t = pl.load(x, [0], [16])
        r = pl.store(t, [0], o)
        return r

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16], pl.FP32], a: pl.Tensor[[16], pl.FP32], b: pl.Tensor[[16], pl.FP32], n: pl.Scalar[pl.INDEX]):
        for i, (c,) in pl.range(0, n, init_values=(a,)):
            f = pl.create_tensor([16], dtype=pl.FP32)
            f1 = self.wr(x, f)
            r = pl.yield_(f1)
        r = self.wr(x, r)
        for d, k in pl.while_(init_values=(b, 0)):
            pl.cond(k < 4)
            g = pl.create_tensor([16], dtype=pl.FP32)
            g1 = self.wr(x, g)
            s, m = pl.yield_(g1, k + 1)
        s = self.wr(x, s)

#= main(x In, a In->Out, b In->Out, n In) ->
#=   call wr: input, inout
#=   call wr: input, inout
#=   call wr: input, inout
#=   call wr: input, inout
#=   range: c rebind
#=   while: d rebind, k rebind
