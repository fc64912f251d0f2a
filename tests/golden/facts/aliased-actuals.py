# rows: D70, D72, B7
# A callee that returns its second output is given one tensor twice; a copy under another name is the same tensor.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def part(self, x: pl.Tensor[[16], pl.FP32], scratch: pl.Out[pl.Tensor[[16], pl.FP32]], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t = pl.load(x, [0], [16])
        pl.store(t, [0], scratch)
        r = pl.store(t, [0], o)
        return r

    @pl.function(type=pl.FunctionType.AIV)
    def wr(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t = pl.load(x, [0], [16])
        r = pl.store(t, [0], o)
        return r

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16], pl.FP32], a: pl.Out[pl.Tensor[[16], pl.FP32]], b: pl.Out[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        c = a
        r = self.part(x, a, c)
        s = self.part(x, b, a)
        return r, s

#= main(x In, a Out, b Out) -> a a
#=   call part: input, output_existing, output_existing
#=   call part: input, output_existing, inout
