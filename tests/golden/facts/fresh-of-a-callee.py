# rows: B32, D70
# What a callee allocated and wrote has been written before.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def wr(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t = pl.load(x, [0], [16])
        r = pl.store(t, [0], o)
        return r

    @pl.function
    def make(self, x: pl.Tensor[[16], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        f = pl.create_tensor([16], dtype=pl.FP32)
        g = self.wr(x, f)
        return g

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        m = self.make(x)
        m = self.wr(x, m)
        return m

#= main(x In) -> -
#=   call make: input
#=   call wr: input, inout
#= make(x In) -> -
#=   call wr: input, output_existing
