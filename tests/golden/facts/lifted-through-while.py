# rows: D40, D41, D67
# A parameter that starts a carry of a while loop is lifted; so is one that a later trip carries.
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
        for c, i in pl.while_(init_values=(a, 0)):
            pl.cond(i < n)
            w = self.wr(x, c)
            r, j = pl.yield_(b, i + 1)

#= main(x In, a In->Out, b In->Out, n In) ->
#=   call wr: input, inout
#=   while: c rebind, i rebind
