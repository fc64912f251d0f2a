# rows: D27, D30, D33, D67
# Blocks in a while loop write disjoint parts of a carry; a second loop over blocks reads them.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[64], pl.FP32], o: pl.Out[pl.Tensor[[64], pl.FP32]], p: pl.Out[pl.Tensor[[64], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[64], pl.FP32]:
        k = 0
        while k < n:
            for i in pl.spmd(4, name_hint="w"):
                t = pl.load(x, [i * 16], [16])
                o = pl.store(t, [i * 16], o)
            for i in pl.spmd(4, name_hint="r"):
                t = pl.load(o, [i * 16], [16])
                p = pl.store(t, [i * 16], p)
            k = k + 1
        return p

#= main(x In, o Out, p Out, n In) -> p
#=   call w_spmd: input, inout
#=   call r_spmd: input, inout
#=   while: o trivial, p trivial, k rebind
#= r(o In, p Out) -> p
#= w(x In, o Out) -> o
#= w_spmd(x In, o Out) -> o
#=   call w: input, output_existing
