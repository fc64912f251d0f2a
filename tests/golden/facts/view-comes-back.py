# rows: B4, B70, D44, D86
# A view of an output comes back: it is no parameter, and writing through it writes the parameter.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def wr(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t = pl.load(x, [0], [16])
        r = pl.store(t, [0], o)
        return r

    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[16], pl.FP32], o: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        w = pl.tensor.slice(o, [16], [16])
        r = pl.tensor.assemble(w, x, [0])
        return r

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16], pl.FP32], o: pl.Tensor[[64], pl.FP32]):
        r = self.k(x, o)
        r = self.wr(x, r)
        a = pl.tensor.slice(o, [16], [32])
        a = self.wr(x, a)

#= k(x In, o In->Out) -> -
#= main(x In, o In->Out) ->
#=   call k: input, output_existing
#=   call wr: input, inout
#=   call wr: input, inout
