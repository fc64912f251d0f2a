# rows: D40, D41, B7
# An element of a tuple is handed on without a name of its own: of a literal, of a call, of a copy.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def two(self, x: pl.Tensor[[16], pl.FP32], a: pl.Out[pl.Tensor[[16], pl.FP32]], b: pl.Out[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        t = pl.load(x, [0], [16])
        b1 = pl.store(t, [0], b)
        a1 = pl.store(t, [0], a)
        return b1, a1

    @pl.function(type=pl.FunctionType.AIV)
    def wr(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t = pl.load(x, [0], [16])
        r = pl.store(t, [0], o)
        return r

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16], pl.FP32], a: pl.Tensor[[16], pl.FP32], b: pl.Tensor[[16], pl.FP32], c: pl.Tensor[[16], pl.FP32], d: pl.Tensor[[16], pl.FP32]):
        u = (a, x)
        self.wr(x, u[0])
        t = self.two(x, b, c)
        s = t
        self.wr(t[0], s[1])
        self.wr(x, (d, x)[0])

#= main(x In, a In->Out, b In->Out, c In->InOut, d In->Out) ->
#=   call wr: input, output_existing
#=   call two: input, output_existing, inout
#=   call wr: input, inout
#=   call wr: input, output_existing
