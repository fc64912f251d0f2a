# rows: D3, D44
# What operators do to tensors, as the table says.
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def assembles(self, x: pl.Tensor[[16], pl.FP32], o: pl.Tensor[[16], pl.FP32]):
        pl.tensor.assemble(o, x, [0])

    @pl.function(type=pl.FunctionType.InCore)
    def writes(self, x: pl.Tensor[[16], pl.FP32], o: pl.Tensor[[16], pl.FP32]):
        v = pl.tensor.read(x, [0])
        pl.tensor.write(o, [0], v)

    @pl.function(type=pl.FunctionType.InCore)
    def stores(self, x: pl.Tensor[[16], pl.FP32], o: pl.Tensor[[16], pl.FP32]):
        t = pl.load(x, [0], [16])
        pl.tile.store(t, [0], o)

    @pl.function(type=pl.FunctionType.InCore)
    def scatters(self, x: pl.Tensor[[16], pl.FP32], i: pl.Tensor[[16], pl.INT32], o: pl.Tensor[[16], pl.FP32]):
        t = pl.load(x, [0], [16])
        j = pl.load(i, [0], [16])
        pl.tile.mscatter(t, j, o)

    @pl.function(type=pl.FunctionType.InCore)
    def clones(self, x: pl.Tensor[[1, 16], pl.FP32], o: pl.Tensor[[4, 16], pl.FP32]):
        pl.tensor.expand_clone(x, o)

    @pl.function(type=pl.FunctionType.InCore)
    def gets(self, o: pld.DistributedTensor[[16, 16], pl.FP32], s: pld.DistributedTensor[[16, 16], pl.FP32], n: pl.Scalar[pl.INDEX]):
        pld.tensor.get(o, n, s)

    @pl.function(type=pl.FunctionType.InCore)
    def puts(self, o: pld.DistributedTensor[[16, 16], pl.FP32], s: pld.DistributedTensor[[16, 16], pl.FP32], n: pl.Scalar[pl.INDEX]):
        pld.tensor.put(o, n, s)

    @pl.function(type=pl.FunctionType.InCore)
    def sends(self, x: pl.Tensor[[16, 16], pl.FP32], o: pld.DistributedTensor[[16, 16], pl.FP32], n: pl.Scalar[pl.INDEX]):
        t = pl.load(x, [0, 0], [16, 16])
        pld.tile.remote_store(t, target=o, peer=n, offsets=[0, 0])

    @pl.function(type=pl.FunctionType.InCore)
    def meets(self, s: pld.DistributedTensor[[4, 1], pl.INT32]):
        pld.tensor.barrier(s)

    @pl.function(type=pl.FunctionType.InCore)
    def sums(self, o: pld.DistributedTensor[[16, 16], pl.FP32], s: pld.DistributedTensor[[4, 1], pl.INT32]):
        pld.tensor.allreduce(o, s, op=pld.ReduceOp.Sum)

    @pl.function(type=pl.FunctionType.InCore)
    def waits(self, s: pld.DistributedTensor[[4, 1], pl.INT32]):
        pld.system.wait(s, [0, 0], 1)

    @pl.function(type=pl.FunctionType.InCore)
    def narrows(self, o: pl.Tensor[[16, 16], pl.FP32]):
        v = pl.tensor.set_validshape(o, 8, 16)
        u = pl.tensor.slice(v, [8, 16], [0, 0])

#= assembles(x In, o In->Out) ->
#= clones(x In, o In->Out) ->
#= gets(o In->Out, s In, n In) ->
#= meets(s In->InOut) ->
#= narrows(o In) ->
#= puts(o In->Out, s In, n In) ->
#= scatters(x In, i In, o In->Out) ->
#= sends(x In, o In->Out, n In) ->
#= stores(x In, o In->Out) ->
#= sums(o In->InOut, s In->InOut) ->
#= waits(s In) ->
#= writes(x In, o In->Out) ->
