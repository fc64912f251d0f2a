# rows: D22, D29, D31
# The loop is in the scope: the start of its carry is captured, and is only written.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16], pl.FP32]:
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="k"):
            t = pl.load(x, [0], [16])
            for c, i in pl.while_(init_values=(o, 0)):
                pl.cond(i < n)
                for a, (d,) in pl.range(0, 2, init_values=(c,)):
                    d1 = pl.store(t, [0], d)
                    e = pl.yield_(d1)
                o, j = pl.yield_(e, i + 1)
        return o

#= k(x In, o Out, n In) -> o
#=   while: c ?, i ?
#=   range: d ?
#= main(x In, o Out, n In) -> o
#=   call k: input, output_existing, scalar
