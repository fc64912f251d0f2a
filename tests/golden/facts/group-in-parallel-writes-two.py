# rows: D27, D50, D68
# A cluster in a parallel loop: what its kernels do to one tensor is gathered by two flags.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def wr(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t = pl.load(x, [0], [16])
        r = pl.store(t, [0], o)
        return r

    @pl.function(type=pl.FunctionType.AIV)
    def rd(self, x: pl.Tensor[[16], pl.FP32]) -> pl.Scalar[pl.FP32]:
        v = pl.tensor.read(x, [0])
        return v

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]], m: pl.Tensor[[16], pl.FP32]):
        for i in pl.parallel(4):
            with pl.cluster(name_hint="c"):
                o = self.wr(x, o)
                o = self.wr(x, o)
                self.wr(x, m)
                v = self.rd(m)

#= c(x In, o Out, m InOut) -> o m
#=   call wr: input, output_existing
#=   call wr: input, inout
#=   call wr: input, inout
#=   call rd: input
#= main(x In, o Out, m In->InOut) ->
#=   call c: input, output_existing, inout
#=   parallel: o trivial, m trivial
