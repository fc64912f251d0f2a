# rows: D22, D30, D31
# A scope writes in one arm only, a scope as a submission in the other; what was written comes back through the merge.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16], pl.FP32]:
        if n == 0:
            with pl.at(level=pl.Level.CORE_GROUP, name_hint="k"):
                t = pl.load(x, [0], [16])
                pl.store(t, [0], o)
        else:
            with pl.at(level=pl.Level.CORE_GROUP, name_hint="m") as tid:
                t = pl.load(x, [0], [16])
                if n == 1:
                    pl.store(t, [0], o)
        return o

#= k(x In, o Out) -> o
#= m(x In, n In, o Out) -> o
#= main(x In, o Out, n In) -> o
#=   call k: input, output_existing
#=   submit m: input, scalar, output_existing
