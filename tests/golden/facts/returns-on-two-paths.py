# rows: B33, B41, B43
# A return on each path is one return behind the branch: it is canonical and in order.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def k(self, x: pl.Tensor[[16], pl.FP32], a: pl.Out[pl.Tensor[[16], pl.FP32]], b: pl.Out[pl.Tensor[[16], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        t = pl.load(x, [0], [16])
        b1 = pl.store(t, [0], b)
        if n == 0:
            return b1, a
        a1 = pl.store(t, [0], a)
        return b1, a1

#= k(x In, a Out, b Out, n In) -> a b
