# rows: D68, D73, D86
# A window that goes round a parallel loop is still that window: the InOut of the whole says nothing of it.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def wr(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t = pl.load(x, [0], [16])
        r = pl.store(t, [0], o)
        return r

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16], pl.FP32], d: pl.InOut[pl.Tensor[[64], pl.FP32]]):
        w = pl.tensor.slice(d, [16], [0])
        for i, (c,) in pl.parallel(0, 4, init_values=(w,)):
            c1 = self.wr(x, c)
            p = pl.yield_(c1)
        v = pl.tensor.slice(d, [16], [16])
        for i, (e,) in pl.parallel(0, 4, init_values=(v,)):
            e1 = self.wr(x, e)
            q = pl.yield_(e1)
        p = self.wr(x, p)

#= main(x In, d InOut) ->
#=   call wr: input, output_existing
#=   call wr: input, output_existing
#=   call wr: input, inout
#=   parallel: c trivial
#=   parallel: e trivial
