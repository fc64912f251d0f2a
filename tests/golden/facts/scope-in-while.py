# rows: D22, D24, D30, B5
# A scope in a while loop writes what it captures and does not read it; another reads back what it wrote.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]], p: pl.Out[pl.Tensor[[16], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        for c, d, i in pl.while_(init_values=(o, p, 0)):
            pl.cond(i < n)
            with pl.at(level=pl.Level.CORE_GROUP, name_hint="writes"):
                t = pl.load(x, [0], [16])
                c1 = pl.store(t, [0], c)
            with pl.at(level=pl.Level.CORE_GROUP, name_hint="reads"):
                t = pl.load(x, [0], [16])
                d1 = pl.store(t, [0], d)
                u = pl.load(d1, [0], [16])
                d2 = pl.store(pl.tile.add(t, u), [0], d1)
            r, s, j = pl.yield_(c1, d2, i + 1)
        return r, s

#= main(x In, o Out, p Out, n In) -> o p
#=   call writes: input, inout
#=   call reads: input, inout
#=   while: c trivial, d trivial, i rebind
#= reads(x In, d InOut) -> d
#= writes(x In, c Out) -> c
