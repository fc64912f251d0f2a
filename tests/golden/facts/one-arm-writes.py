# rows: B17, B22
# One arm writes, the other leaves the parameter as it is; without an else it is what it was.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def k(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]], p: pl.Out[pl.Tensor[[16], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        t = pl.load(x, [0], [16])
        if n == 0:
            r = pl.store(t, [0], o)
        else:
            r = o
        if n == 1:
            p = pl.store(t, [0], p)
        return r, p

#= k(x In, o Out, p Out, n In) -> o p
