# rows: B7, B12, B13
# A tuple of a call is packed with something else, copied, taken apart the other way round and forwarded.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def two(self, x: pl.Tensor[[16], pl.FP32], a: pl.Out[pl.Tensor[[16], pl.FP32]], b: pl.Out[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        t = pl.load(x, [0], [16])
        b1 = pl.store(t, [0], b)
        a1 = pl.store(t, [0], a)
        return b1, a1

    @pl.function(type=pl.FunctionType.Group)
    def g(self, x: pl.Tensor[[16], pl.FP32], a: pl.Out[pl.Tensor[[16], pl.FP32]], b: pl.Out[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        t = self.two(x, a, b)
        u = t
        p = u[1]
        q = u[0]
        return p, q

    @pl.function(type=pl.FunctionType.Spmd)
    def s(self, x: pl.Tensor[[16], pl.FP32], a: pl.Out[pl.Tensor[[16], pl.FP32]], b: pl.Out[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        return self.g(x, a, b)

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16], pl.FP32], a: pl.Out[pl.Tensor[[16], pl.FP32]], b: pl.Out[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        t = self.s(x, a, b)
        u = (t[1], t[0])
        return u[0], u[1]

#= g(x In, a Out, b Out) -> a b
#=   call two: input, output_existing, output_existing
#= main(x In, a Out, b Out) -> b a
#=   call s: input, output_existing, output_existing
#= s(x In, a Out, b Out) -> a b
#=   call g: input, output_existing, output_existing
