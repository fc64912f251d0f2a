# rows: B14, D53
# Group and Spmd call each other and give their outputs back crosswise: directions are found, and each confirms what the way
# that ends gives.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def wr(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t = pl.load(x, [0], [16])
        r = pl.store(t, [0], o)
        return r

    @pl.function(type=pl.FunctionType.Group)
    def g(self, x: pl.Tensor[[16], pl.FP32], a: pl.Tensor[[16], pl.FP32], b: pl.Tensor[[16], pl.FP32], n: pl.Scalar[pl.INDEX]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        if n == 0:
            p = self.wr(x, a)
            q = b
        else:
            p, q = self.s(x, a, b, n)
        return p, q

    @pl.function(type=pl.FunctionType.Spmd)
    def s(self, x: pl.Tensor[[16], pl.FP32], a: pl.Tensor[[16], pl.FP32], b: pl.Tensor[[16], pl.FP32], n: pl.Scalar[pl.INDEX]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        q, p = self.g(x, b, a, n)
        return p, q

#= g(x In, a In->Out, b In->Out, n In) -> a b
#=   call wr: input, output_existing
#=   call s: input, output_existing, output_existing, scalar
#= s(x In, a In->Out, b In->Out, n In) -> a b
#=   call g: input, output_existing, output_existing, scalar
