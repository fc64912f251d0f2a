# rows: D8, D45
# Each kernel writes one tensor element by element and in another way: an error where that way is the copy engine, none where
# it is no channel at all.
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def assembles(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]], v: pl.Scalar[pl.FP32]):
        pl.tensor.assemble(o, x, [0])
        pl.tensor.write(o, [0], v)

    @pl.function(type=pl.FunctionType.InCore)
    def stores(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]], v: pl.Scalar[pl.FP32]):
        t = pl.load(x, [0], [16])
        pl.tensor.write(o, [0], v)
        pl.store(t, [0], o)

    @pl.function(type=pl.FunctionType.InCore)
    def scatters(self, x: pl.Tensor[[16], pl.FP32], i: pl.Tensor[[16], pl.INT32], o: pl.Out[pl.Tensor[[16], pl.FP32]], v: pl.Scalar[pl.FP32]):
        t = pl.load(x, [0], [16])
        j = pl.load(i, [0], [16])
        pl.tile.mscatter(t, j, o)
        pl.tensor.write(o, [0], v)

    @pl.function(type=pl.FunctionType.InCore)
    def gets(self, o: pld.DistributedTensor[[16, 16], pl.FP32], s: pld.DistributedTensor[[16, 16], pl.FP32], n: pl.Scalar[pl.INDEX], v: pl.Scalar[pl.FP32]):
        pld.tensor.get(o, n, s)
        pl.tensor.write(o, [0, 0], v)

    @pl.function(type=pl.FunctionType.InCore)
    def puts(self, o: pld.DistributedTensor[[16, 16], pl.FP32], s: pld.DistributedTensor[[16, 16], pl.FP32], n: pl.Scalar[pl.INDEX], v: pl.Scalar[pl.FP32]):
        pld.tensor.put(o, n, s)
        pl.tensor.write(o, [0, 0], v)

    @pl.function(type=pl.FunctionType.InCore)
    def sends(self, x: pl.Tensor[[16, 16], pl.FP32], o: pld.DistributedTensor[[16, 16], pl.FP32], n: pl.Scalar[pl.INDEX], v: pl.Scalar[pl.FP32]):
        t = pl.load(x, [0, 0], [16, 16])
        pld.tile.remote_store(t, target=o, peer=n, offsets=[0, 0])
        pl.tensor.write(o, [0, 0], v)

    @pl.function(type=pl.FunctionType.InCore)
    def sums(self, o: pld.DistributedTensor[[16, 16], pl.FP32], s: pld.DistributedTensor[[4, 1], pl.INT32], v: pl.Scalar[pl.FP32]):
        pl.tensor.write(o, [0, 0], v)
        pld.tensor.allreduce(o, s, op=pld.ReduceOp.Sum)

    @pl.function(type=pl.FunctionType.InCore)
    def tells(self, o: pld.DistributedTensor[[4, 1], pl.INT32], n: pl.Scalar[pl.INDEX], v: pl.Scalar[pl.INT32]):
        pl.tensor.write(o, [0, 0], v)
        pld.system.notify(o, n, [0, 0], 1)
