# rows: D41, D42, D91
# In a parallel loop each trip writes what the one before handed on: it may be either parameter.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def wr(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t = pl.load(x, [0], [16])
        r = pl.store(t, [0], o)
        return r

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16], pl.FP32], a: pl.Tensor[[16], pl.FP32], b: pl.Tensor[[16], pl.FP32]):
        for i, (c, d) in pl.parallel(0, 4, init_values=(a, b)):
            w = self.wr(x, c)
            p, q = pl.yield_(d, w)
        b = self.wr(x, b)

#= main(x In, a In->Out, b In->Out) ->
#=   call wr: input, inout
#=   call wr: input, inout
#=   parallel: c rebind, d rebind
