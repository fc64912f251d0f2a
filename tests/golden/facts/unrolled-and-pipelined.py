# rows: D67, D68
# Unrolled and pipelined loops promote, and a parallel loop in a while loop; a parallel one in a parallel one does not.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def wr(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t = pl.load(x, [0], [16])
        r = pl.store(t, [0], o)
        return r

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16], pl.FP32], a: pl.Out[pl.Tensor[[16], pl.FP32]], b: pl.Out[pl.Tensor[[16], pl.FP32]], c: pl.Out[pl.Tensor[[16], pl.FP32]], d: pl.Out[pl.Tensor[[16], pl.FP32]], n: pl.Scalar[pl.INDEX]):
        for i, (p,) in pl.unroll(0, 2, init_values=(a,)):
            p1 = self.wr(x, p)
            p2 = pl.yield_(p1)
        for i, (q,) in pl.pipeline(0, 4, init_values=(b,), stage=2):
            q1 = self.wr(x, q)
            q2 = pl.yield_(q1)
        for r, k in pl.while_(init_values=(c, 0)):
            pl.cond(k < n)
            for i, (s,) in pl.parallel(0, 4, init_values=(r,)):
                s1 = self.wr(x, s)
                s2 = pl.yield_(s1)
            r2, k2 = pl.yield_(s2, k + 1)
        for i, (u,) in pl.parallel(0, 4, init_values=(d,)):
            for j, (v,) in pl.parallel(0, 4, init_values=(u,)):
                v1 = self.wr(x, v)
                v2 = pl.yield_(v1)
            u2 = pl.yield_(v2)

#= main(x In, a Out, b Out, c Out, d Out, n In) ->
#=   call wr: input, inout
#=   call wr: input, inout
#=   call wr: input, inout
#=   call wr: input, output_existing
#=   unroll: p trivial
#=   pipeline: q trivial
#=   while: r trivial, k rebind
#=   parallel: s trivial
#=   parallel: u trivial
#=   parallel: v trivial
