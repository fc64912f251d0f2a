# rows: D20, D26, D32
# What a scope only refers to, in a dump or to be left out of dependencies, is no parameter of its kernel.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]], y: pl.Tensor[[16], pl.FP32], z: pl.Tensor[[16], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="k", dumps=[y], no_dep_args=[z, x]):
            t = pl.load(x, [0], [16])
            o = pl.store(t, [0], o)
        return o

#= k(x In, o Out) -> o
#= main(x In, o Out, y In, z In) -> o
#=   call k: no_dep, output_existing
