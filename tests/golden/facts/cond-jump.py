# rows: B5, B22
# A while loop that is left early: the carry is what was written, or what it began as.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def k(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]], p: pl.Out[pl.Tensor[[16], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        t = pl.load(x, [0], [16])
        for i in pl.range(n):
            o = pl.store(t, [0], o)
            if i == 2:
                p = pl.store(t, [0], p)
                break
            p = pl.store(t, [0], p)
        return o, p

#= k(x In, o Out, p Out, n In) -> o p
#=   range: o ?, p ?
