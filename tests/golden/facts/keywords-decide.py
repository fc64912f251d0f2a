# rows: D4, D25, D44
# A keyword may turn a write into a read and a write.
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def stores(self, x: pl.Tensor[[16], pl.FP32], o: pl.Tensor[[16], pl.FP32], p: pl.Tensor[[16], pl.FP32]):
        t = pl.load(x, [0], [16])
        pl.store(t, [0], o)
        pl.store(t, [0], p, atomic=pl.AtomicType.Add)

    @pl.function(type=pl.FunctionType.InCore)
    def assembles(self, x: pl.Tensor[[16], pl.FP32], o: pl.Tensor[[16], pl.FP32], p: pl.Tensor[[16], pl.FP32]):
        pl.tensor.assemble(o, x, [0])
        pl.tensor.assemble(p, x, [0], atomic=pl.AtomicType.Add)

    @pl.function(type=pl.FunctionType.InCore)
    def puts(self, o: pld.DistributedTensor[[16, 16], pl.FP32], p: pld.DistributedTensor[[16, 16], pl.FP32], s: pld.DistributedTensor[[16, 16], pl.FP32], n: pl.Scalar[pl.INDEX]):
        pld.tensor.put(o, n, s)
        pld.tensor.put(p, n, s, atomic=pl.AtomicType.Add)

    @pl.function(type=pl.FunctionType.InCore)
    def tells(self, o: pld.DistributedTensor[[4, 1], pl.INT32], p: pld.DistributedTensor[[4, 1], pl.INT32], n: pl.Scalar[pl.INDEX]):
        pld.system.notify(o, n, [0, 0], 1, op=pld.NotifyOp.Set)
        pld.system.notify(p, n, [0, 0], 1)

#= assembles(x In, o In->Out, p In->InOut) ->
#= puts(o In->Out, p In->InOut, s In, n In) ->
#= stores(x In, o In->Out, p In->InOut) ->
#= tells(o In->Out, p In->InOut, n In) ->
