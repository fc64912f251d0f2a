# rows: D73
# InOut from the first writer on: through a carry of a parallel loop, a copy, a branch that agrees and a submission; not through a window.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def wr(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t = pl.load(x, [0], [16])
        r = pl.store(t, [0], o)
        return r

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16], pl.FP32], a: pl.InOut[pl.Tensor[[16], pl.FP32]], b: pl.InOut[pl.Tensor[[16], pl.FP32]], c: pl.InOut[pl.Tensor[[16], pl.FP32]], d: pl.InOut[pl.Tensor[[64], pl.FP32]], n: pl.Scalar[pl.INDEX]):
        for i, (p,) in pl.parallel(0, 4, init_values=(a,)):
            p1 = self.wr(x, p)
            q = pl.yield_(p1)
        if n == 0:
            r = b
        else:
            r = b
        r, t = pl.submit(self.wr, x, r)
        s = c
        s = self.wr(x, s)
        w = pl.tensor.slice(d, [16], [16])
        w = self.wr(x, w)

#= main(x In, a InOut, b InOut, c InOut, d InOut, n In) ->
#=   call wr: input, inout
#=   submit wr: input, inout
#=   call wr: input, inout
#=   call wr: input, output_existing
#=   parallel: p trivial
