# rows: D71
# Behind a branch both arms count, whichever wrote, and however deep.
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
    def main(self, x: pl.Tensor[[16], pl.FP32], a: pl.Out[pl.Tensor[[16], pl.FP32]], b: pl.Out[pl.Tensor[[16], pl.FP32]], c: pl.Out[pl.Tensor[[16], pl.FP32]], n: pl.Scalar[pl.INDEX]):
        if n == 0:
            self.wr(x, a)
        else:
            v = self.rd(x)
        self.wr(x, a)
        if n == 1:
            v = self.rd(x)
        else:
            self.wr(x, b)
        self.wr(x, b)
        if n == 2:
            if n == 3:
                self.wr(x, c)
            else:
                v = self.rd(x)
            v = self.rd(x)
        else:
            self.wr(x, c)
        self.wr(x, c)

#= main(x In, a Out, b Out, c Out, n In) ->
#=   call wr: input, output_existing
#=   call rd: input
#=   call wr: input, inout
#=   call rd: input
#=   call wr: input, output_existing
#=   call wr: input, inout
#=   call wr: input, output_existing
#=   call rd: input
#=   call rd: input
#=   call wr: input, output_existing
#=   call wr: input, inout
