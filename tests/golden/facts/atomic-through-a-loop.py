# rows: D25, D44
# An atomic store through a carry reads what it adds to; by a scope too.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def k(self, x: pl.Tensor[[16], pl.FP32], o: pl.Tensor[[16], pl.FP32], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16], pl.FP32]:
        t = pl.load(x, [0], [16])
        for c, i in pl.while_(init_values=(o, 0)):
            pl.cond(i < n)
            d = pl.store(t, [0], c, atomic=pl.AtomicType.Add)
            r, j = pl.yield_(d, i + 1)
        return r

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]], p: pl.Tensor[[16], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="s"):
            t = pl.load(x, [0], [16])
            for i in pl.range(2):
                p = pl.store(t, [0], p, atomic=pl.AtomicType.Add)
        o = self.k(x, o, 3)
        return o

#= k(x In, o In->InOut, n In) -> o
#=   while: c ?, i ?
#= main(x In, o Out, p In->InOut) -> o
#=   call s: input, inout
#=   call k: input, inout, scalar
#= s(x In, p InOut) -> p
#=   range: p ?
