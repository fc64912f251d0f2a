# rows: B37
# passes: dead-writes
# Each first store is seen: by a load, by a call, by a loop, on a path that leaves early, through a view, by whoever the other
# parameter is the same buffer for, by the others at a synchronisation, be it of ranks or of blocks.
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class Seen:
    @pl.function(type=pl.FunctionType.InCore)
    def reads(self, x: pl.Tensor[[16], pl.FP32], o: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t: pl.Tile[[16], pl.FP32] = pl.load(x, [0], [16])
        o1: pl.Tensor[[16], pl.FP32] = pl.store(pl.exp(t), [0], o)
        v: pl.Tile[[16], pl.FP32] = pl.load(x, [0], [16])
        o2: pl.Tensor[[16], pl.FP32] = pl.store(v, [0], o1)
        return o2

    @pl.function(type=pl.FunctionType.InCore)
    def loads(self, o: pl.InOut[pl.Tensor[[16], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16], pl.FP32]:
        t: pl.Tile[[16], pl.FP32] = pl.load(o, [0], [16])
        o1: pl.Tensor[[16], pl.FP32] = pl.store(pl.exp(t), [0], o)
        u: pl.Tile[[16], pl.FP32] = pl.load(o1, [0], [16])
        o2: pl.Tensor[[16], pl.FP32] = pl.store(pl.neg(u), [0], o1)
        for i in pl.range(n):
            w: pl.Tile[[16], pl.FP32] = pl.load(o2, [0], [16])
            pl.store(pl.abs(w), [0], o2)
        o3: pl.Tensor[[16], pl.FP32] = pl.store(t, [0], o2)
        return o3

    @pl.function(type=pl.FunctionType.InCore)
    def meets(self, x: pl.Tensor[[16], pl.FP32], w: pl.InOut[pld.DistributedTensor[[16], pl.FP32]]) -> pld.DistributedTensor[[16], pl.FP32]:
        t: pl.Tile[[16], pl.FP32] = pl.load(x, [0], [16])
        w1: pld.DistributedTensor[[16], pl.FP32] = pl.store(t, [0], w)
        pl.system.syncall()
        w2: pld.DistributedTensor[[16], pl.FP32] = pl.store(pl.neg(t), [0], w1)
        return w2

    @pl.function(type=pl.FunctionType.InCore)
    def waits(self, x: pl.Tensor[[16], pl.FP32], o: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t: pl.Tile[[16], pl.FP32] = pl.load(x, [0], [16])
        o1: pl.Tensor[[16], pl.FP32] = pl.store(t, [0], o)
        pl.system.syncall()
        o2: pl.Tensor[[16], pl.FP32] = pl.store(pl.neg(t), [0], o1)
        return o2

    @pl.function
    def main(self, x: pl.Tensor[[16], pl.FP32], y: pl.InOut[pl.Tensor[[16], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16], pl.FP32]:
        y = self.reads(y, y)
        y = self.reads(x, y)
        y = self.loads(y, n)
        y = pl.assemble(y, x, [0])
        part: pl.Tensor[[8], pl.FP32] = pl.slice(y, [8], [0])
        z: pl.Tensor[[8], pl.FP32] = pl.neg(part)
        y = pl.assemble(y, pl.exp(x), [0])
        y = pl.assemble(y, z, [8])
        return y
