# rows: C24, C25, D41
# Elements of a result go round a loop without names of their own; one of them is a fresh tensor.
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
    def mixed(self, x: pl.Tensor[[16], pl.FP32], a: pl.Out[pl.Tensor[[16], pl.FP32]], b: pl.Out[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        p, q = self.two(x, a, b)
        f = pl.tensor.add(x, x)
        return f, q, p

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16], pl.FP32], a: pl.Out[pl.Tensor[[16], pl.FP32]], b: pl.Out[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        for i, (c, d, e) in pl.range(0, 4, init_values=(a, b, x)):
            t = self.mixed(x, c, d)
            r, s, u = pl.yield_(t[1], t[2], t[0])
        return r, s, u

#= main(x In, a Out, b Out) -> a b -
#=   call mixed: input, inout, inout
#=   range: c trivial, d trivial, e rebind
#= mixed(x In, a Out, b Out) -> - a b
#=   call two: input, output_existing, output_existing
