# rows: D86
# Windows of one tensor are buffers of their own, also in a parallel loop and by submissions; one that overlaps comes after.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def wr(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t = pl.load(x, [0], [16])
        r = pl.store(t, [0], o)
        return r

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[64], pl.FP32]]):
        a = pl.tensor.slice(o, [16], [0])
        a, t = pl.submit(self.wr, x, a)
        b = pl.tensor.slice(o, [16], [16])
        b, u = pl.submit(self.wr, x, b)
        c = pl.tensor.slice(o, [16], [24])
        c, v = pl.submit(self.wr, x, c)
        for i in pl.parallel(4):
            d = pl.tensor.slice(o, [16], [i * 16])
            d = self.wr(x, d)

#= main(x In, o Out) ->
#=   submit wr: input, output_existing
#=   submit wr: input, output_existing
#=   submit wr: input, inout
#=   call wr: input, output_existing
#=   parallel:
