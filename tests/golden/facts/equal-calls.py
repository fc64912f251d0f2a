# rows: D71, D78
# Calls that read the same in the text are told apart by where they stand.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def wr(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t = pl.load(x, [0], [16])
        r = pl.store(t, [0], o)
        return r

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16], pl.FP32], a: pl.Out[pl.Tensor[[16], pl.FP32]], b: pl.Out[pl.Tensor[[16], pl.FP32]], n: pl.Scalar[pl.INDEX]):
        self.wr(x, a)
        self.wr(x, a)
        if n == 0:
            self.wr(x, b)
            self.wr(x, b)
        else:
            self.wr(x, b)
        self.wr(x, b)

#= main(x In, a Out, b Out, n In) ->
#=   call wr: input, output_existing
#=   call wr: input, inout
#=   call wr: input, output_existing
#=   call wr: input, inout
#=   call wr: input, output_existing
#=   call wr: input, inout
