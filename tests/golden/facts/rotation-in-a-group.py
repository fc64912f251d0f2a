# rows: B5, B7, D42, D50
# Three tensors rotate through a Group; its kernel writes whichever comes first.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def wr(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t = pl.load(x, [0], [16])
        r = pl.store(t, [0], o)
        return r

    @pl.function(type=pl.FunctionType.Group)
    def g(self, x: pl.Tensor[[16], pl.FP32], a: pl.Tensor[[16], pl.FP32], b: pl.Tensor[[16], pl.FP32], c: pl.Tensor[[16], pl.FP32]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        for i, (p, q, r) in pl.range(0, 4, init_values=(a, b, c)):
            w = self.wr(x, p)
            u, v, z = pl.yield_(q, r, w)
        return u, v, z

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16], pl.FP32], a: pl.Out[pl.Tensor[[16], pl.FP32]], b: pl.Out[pl.Tensor[[16], pl.FP32]], c: pl.Out[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        u, v, z = self.g(x, a, b, c)
        return u, v, z

#= g(x In, a In->Out, b In->Out, c In->Out) -> - - -
#=   call wr: input, inout
#=   range: p ?, q ?, r ?
#= main(x In, a Out, b Out, c Out) -> - - -
#=   call g: input, output_existing, output_existing, output_existing
