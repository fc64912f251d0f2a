# rows: D2, D7, D44
# What no row tells is taken to read and write each tensor that it is given; what a row leaves open is only read.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def unknown(self, x: pl.Tensor[[16], pl.FP32], o: pl.Tensor[[16], pl.FP32]):
        pl.tensor.no_such_operator(o, x)

    @pl.function(type=pl.FunctionType.InCore)
    def known(self, x: pl.Tensor[[16], pl.FP32], o: pl.Tensor[[16], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        r = pl.tensor.add(o, x)
        return r

#= known(x In, o In) -> -
#= unknown(x In->InOut, o In->InOut) ->
