# rows: D40, D54, D60
# An Orchestration that another calls counts like any callee; so does an Inline one, spliced.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def wr(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t = pl.load(x, [0], [16])
        r = pl.store(t, [0], o)
        return r

    @pl.function(type=pl.FunctionType.Orchestration)
    def sub(self, x: pl.Tensor[[16], pl.FP32], o: pl.Tensor[[16], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        r = self.wr(x, o)
        return r

    @pl.function(type=pl.FunctionType.Inline)
    def help(self, x: pl.Tensor[[16], pl.FP32], o: pl.Tensor[[16], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        r = self.wr(x, o)
        return r

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16], pl.FP32], a: pl.Tensor[[16], pl.FP32], b: pl.Tensor[[16], pl.FP32]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        p = self.sub(x, a)
        q = self.help(x, b)
        q = self.help(x, q)
        return p, q

#= main(x In, a In->Out, b In->Out) -> a b
#=   call sub: input, output_existing
#=   call wr: input, output_existing
#=   call wr: input, inout
#= sub(x In, o In->Out) -> o
#=   call wr: input, output_existing
