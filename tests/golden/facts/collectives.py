# rows: D3, D44
# A gathering collective reads its target too; one with counts reads those to send and writes those received.
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def gathers(self, x: pl.Tensor[[16], pl.FP32], o: pld.DistributedTensor[[64], pl.FP32], s: pld.DistributedTensor[[4, 1], pl.INT32]):
        pld.tensor.allgather(x, o, s)

    @pl.function(type=pl.FunctionType.InCore)
    def exchanges(self, x: pl.Tensor[[16], pl.FP32], o: pld.DistributedTensor[[16], pl.FP32], s: pld.DistributedTensor[[4, 1], pl.INT32], n: pl.Tensor[[4], pl.INT32], m: pl.Tensor[[4], pl.INT32]):
        pld.tensor.all_to_all_v(x, o, s, n, m)

    @pl.function(type=pl.FunctionType.InCore)
    def spreads(self, o: pld.DistributedTensor[[16], pl.FP32], s: pld.DistributedTensor[[4, 1], pl.INT32]):
        pld.tensor.broadcast(o, s)

#= exchanges(x In, o In->InOut, s In->InOut, n In, m In->Out) ->
#= gathers(x In, o In->InOut, s In->InOut) ->
#= spreads(o In->InOut, s In->InOut) ->
