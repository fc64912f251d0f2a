# rows: D50, D62, D76
# Directions that the caller wrote are derived anew where the wrapper turns out to write; no_dep still wins.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def wr(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t = pl.load(x, [0], [16])
        r = pl.store(t, [0], o)
        return r

    @pl.function(type=pl.FunctionType.Group)
    def g(self, x: pl.Tensor[[16], pl.FP32], o: pl.Tensor[[16], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        r = self.wr(x, o)
        return r

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16], pl.FP32], a: pl.Out[pl.Tensor[[16], pl.FP32]], b: pl.Out[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        p = self.g(x, a, attrs={"arg_directions": [pl.adir.input, pl.adir.input]})
        q = self.g(pl.no_dep(x), pl.no_dep(b), attrs={"arg_directions": [pl.adir.input, pl.adir.input]})
        return p, q

#= g(x In, o In->Out) -> o
#=   call wr: input, output_existing
#= main(x In, a Out, b Out) -> a b
#=   call g: input, output_existing
#=   call g: no_dep, no_dep
