# The extent of a parameter is what its type says.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, x: pl.Tensor[[16], pl.FP32], o: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        n = pl.tensor.dim(x, 0)
        for i in pl.range(n):
            pl.write(o, [i], pl.read(x, [i]))
        return o
