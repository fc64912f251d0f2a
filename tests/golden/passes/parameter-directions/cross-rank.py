# rows: D4, D44
# What messages and collectives do to windows, as the operator table says; a gather reads its target as well.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, add: pld.DistributedTensor[[4, 1], pl.INT32], set_: pld.DistributedTensor[[4, 1], pl.INT32], n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
        pld.system.notify(add, n, [0, 0], 1)
        pld.system.notify(set_, n, [0, 0], 1, op=pld.NotifyOp.Set)
        return n
