# rows: D55, D53
# A chain of wrappers: one kernel reads what another overwrites, one of them submitted, in a circle of two.
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

    @pl.function(type=pl.FunctionType.Spmd)
    def inner(self, x: pl.Tensor[[16], pl.FP32], o: pl.Tensor[[16], pl.FP32]):
        v = self.rd(o)
        o, t = pl.submit(self.wr, x, o)

    @pl.function(type=pl.FunctionType.Group)
    def outer(self, x: pl.Tensor[[16], pl.FP32], o: pl.Tensor[[16], pl.FP32]):
        self.inner(x, o)

    @pl.function(type=pl.FunctionType.Group)
    def only(self, x: pl.Tensor[[16], pl.FP32], o: pl.Tensor[[16], pl.FP32]):
        for i in pl.range(4):
            self.wr(x, o)

#= inner(x In, o In->InOut) ->
#=   call rd: input
#=   submit wr: input, inout
#= only(x In, o In->Out) ->
#=   call wr: input, inout
#=   range:
#= outer(x In, o In->InOut) ->
#=   call inner: input, inout
