# rows: D40, D44, D43
# A kernel writes what it declares In; a Group submits it; the caller reads the result afterwards.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def k(self, x: pl.Tensor[[16], pl.FP32], o: pl.Tensor[[16], pl.FP32]):
        t = pl.load(x, [0], [16])
        pl.store(t, [0], o)

    @pl.function(type=pl.FunctionType.Group)
    def g(self, x: pl.Tensor[[16], pl.FP32], o: pl.Tensor[[16], pl.FP32]):
        t = pl.submit(self.k, x, o)

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16], pl.FP32], m: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]):
        self.g(x, m)
        self.g(m, o)

#= g(x In, o In->Out) ->
#=   submit k: input, output_existing
#= k(x In, o In->Out) ->
#= main(x In, m In->InOut, o Out) ->
#=   call g: input, inout
#=   call g: input, output_existing
