# rows: C6, C24
# A callee gives its outputs back the other way round: handed on as they come, the carries are exchanged.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def two(self, x: pl.Tensor[[16], pl.FP32], a: pl.Out[pl.Tensor[[16], pl.FP32]], b: pl.Out[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        t = pl.load(x, [0], [16])
        b1 = pl.store(t, [0], b)
        a1 = pl.store(t, [0], a)
        return b1, a1

    @pl.function
    def f(self, x: pl.Tensor[[16], pl.FP32], a: pl.Out[pl.Tensor[[16], pl.FP32]], b: pl.Out[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        p, q = self.two(x, a, b)
        return p, q

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16], pl.FP32], a: pl.Out[pl.Tensor[[16], pl.FP32]], b: pl.Out[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        for i, (c, d) in pl.range(0, 4, init_values=(a, b)):
            p, q = self.f(x, c, d)
            r, s = pl.yield_(p, q)
        for i, (e, f) in pl.range(0, 4, init_values=(r, s)):
            p, q = self.f(x, e, f)
            u, v = pl.yield_(q, p)
        return u, v

#= main(x In, a Out, b Out) -> - -
#=   call f: input, inout, inout
#=   call f: input, inout, inout
#=   range: c rebind, d rebind
#=   range: e trivial, f trivial
