# rows: D42, D69, D70, D92
# A write through a merge is a write to both sides; definite writes come after it.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def wr(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t = pl.load(x, [0], [16])
        r = pl.store(t, [0], o)
        return r

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16], pl.FP32], a: pl.Tensor[[16], pl.FP32], b: pl.Tensor[[16], pl.FP32], c: pl.Out[pl.Tensor[[16], pl.FP32]], n: pl.Scalar[pl.INDEX]):
        if n == 0:
            r = a
        else:
            r = b
        r = self.wr(x, r)
        a = self.wr(x, a)
        b = self.wr(x, b)
        c = self.wr(x, c)

#= main(x In, a In->Out, b In->Out, c Out, n In) ->
#=   call wr: input, inout
#=   call wr: input, inout
#=   call wr: input, inout
#=   call wr: input, output_existing
