# rows: D72, D76, D87
# An argument under no_dep still writes, and a member of the result is still found by the return map.
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

    @pl.function(type=pl.FunctionType.AIV)
    def wr(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t = pl.load(x, [0], [16])
        r = pl.store(t, [0], o)
        return r

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16], pl.FP32], cache: pl.Out[pl.Tensor[[16], pl.FP32]], a: pl.Out[pl.Tensor[[16], pl.FP32]], b: pl.Out[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        p, q, t = pl.submit(self.core, x, pl.no_dep(cache), a, pl.no_dep(b))
        u = self.wr(x, q)
        cache = self.wr(x, cache)
        return p, u

#= main(x In, cache Out, a Out, b Out) -> a b
#=   submit core: input, no_dep, output_existing, no_dep
#=   call wr: input, inout
#=   call wr: input, inout
