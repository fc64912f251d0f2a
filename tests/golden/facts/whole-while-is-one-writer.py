# rows: D70, D71
# A while loop, and a branch in a branch, are writers as a whole.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def wr(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t = pl.load(x, [0], [16])
        r = pl.store(t, [0], o)
        return r

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16], pl.FP32], a: pl.Out[pl.Tensor[[16], pl.FP32]], b: pl.Out[pl.Tensor[[16], pl.FP32]], c: pl.Out[pl.Tensor[[16], pl.FP32]], n: pl.Scalar[pl.INDEX]):
        for p, i in pl.while_(init_values=(a, 0)):
            pl.cond(i < n)
            p1 = self.wr(x, p)
            q, j = pl.yield_(p1, i + 1)
        q = self.wr(x, q)
        if n == 0:
            if n == 1:
                r = self.wr(x, b)
            else:
                r = self.wr(x, b)
            r = self.wr(x, r)
        else:
            r = self.wr(x, b)
        r = self.wr(x, r)

#= main(x In, a Out, b Out, c Out, n In) ->
#=   call wr: input, inout
#=   call wr: input, inout
#=   call wr: input, output_existing
#=   call wr: input, output_existing
#=   call wr: input, inout
#=   call wr: input, output_existing
#=   call wr: input, inout
#=   while: p trivial, i rebind
