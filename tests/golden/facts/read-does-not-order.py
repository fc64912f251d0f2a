# rows: D72, D65
# Reading a tensor, by In or through a window, is no earlier write.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def wr(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t = pl.load(x, [0], [16])
        r = pl.store(t, [0], o)
        return r

    @pl.function(type=pl.FunctionType.AIV)
    def rd(self, x: pl.Tensor[[16], pl.FP32]) -> pl.Scalar[pl.FP32]:
        v = pl.tensor.read(x, [0])
        return v

    @pl.function(type=pl.FunctionType.AIV)
    def acc(self, x: pl.Tensor[[16], pl.FP32], o: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t = pl.load(x, [0], [16])
        u = pl.load(o, [0], [16])
        r = pl.store(pl.tile.add(t, u), [0], o)
        return r

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16], pl.FP32], a: pl.Out[pl.Tensor[[16], pl.FP32]], b: pl.Out[pl.Tensor[[16], pl.FP32]], n: pl.Scalar[pl.INDEX]):
        v = self.rd(a)
        a = self.wr(x, a)
        for i in pl.parallel(4):
            u = self.rd(b)
        b = self.wr(x, b)
        b = self.acc(x, b)

#= main(x In, a Out, b Out, n In) ->
#=   call rd: input
#=   call wr: input, output_existing
#=   call rd: input
#=   call wr: input, output_existing
#=   call acc: input, inout
#=   parallel:
