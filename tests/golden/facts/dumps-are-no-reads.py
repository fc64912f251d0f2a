# rows: D26, D32
# A scope that dumps what it writes, and excludes it from dependencies, still only writes it.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16], pl.FP32]:
        for i in pl.range(4):
            with pl.at(level=pl.Level.CORE_GROUP, name_hint="k", no_dep_args=[o]) as tid:
                t = pl.load(x, [0], [16])
                o = pl.store(t, [0], o)
                pl.dump_tag(o)
        return o

#= k(x In, o Out) -> o
#= main(x In, o Out, n In) -> o
#=   submit k: input, no_dep
#=   range: o trivial
