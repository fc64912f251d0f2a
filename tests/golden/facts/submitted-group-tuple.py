# rows: B7, B10, B12, B35
# A Group submits a kernel with an unreturned write and forwards all but the task id.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def core(self, x: pl.Tensor[[16], pl.FP32], cache: pl.InOut[pl.Tensor[[16], pl.FP32]], a: pl.Out[pl.Tensor[[16], pl.FP32]], b: pl.Out[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        t = pl.load(x, [0], [16])
        u = pl.load(cache, [0], [16])
        pl.store(t, [0], cache)
        a1 = pl.store(u, [0], a)
        b1 = pl.store(t, [0], b)
        return a1, b1

    @pl.function(type=pl.FunctionType.Group)
    def g(self, x: pl.Tensor[[16], pl.FP32], cache: pl.InOut[pl.Tensor[[16], pl.FP32]], a: pl.Out[pl.Tensor[[16], pl.FP32]], b: pl.Out[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        p, q, t = pl.submit(self.core, x, cache, a, b)
        return q, p

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16], pl.FP32], cache: pl.InOut[pl.Tensor[[16], pl.FP32]], a: pl.Out[pl.Tensor[[16], pl.FP32]], b: pl.Out[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        with pl.manual_scope():
            p, q, t = pl.submit(self.g, x, cache, b, a)
        return p, q

#= g(x In, cache InOut, a Out, b Out) -> b a
#=   submit core: input, inout, output_existing, output_existing
#= main(x In, cache InOut, a Out, b Out) -> a b
#=   submit g: input, inout, output_existing, output_existing
