# rows: D43, D69, D92
# The same by submissions in a manual scope, and behind it.
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
        with pl.manual_scope():
            if n == 0:
                r = a
            else:
                r = b
            r, t = pl.submit(self.wr, x, r)
            b, u = pl.submit(self.wr, x, b)
        a = self.wr(x, a)

#= main(x In, a In->Out, b In->Out, n In) ->
#=   submit wr: input, inout
#=   submit wr: input, inout
#=   call wr: input, inout
