# rows: D27
# A cluster is a Group; blocks that are all of a cluster are its launch.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t: pl.Tile[[16], pl.FP32] = pl.load(x, [0], [16])
        r = pl.store(t, [0], o)
        return r

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]], p: pl.Out[pl.Tensor[[16], pl.FP32]], q: pl.Out[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        with pl.cluster():
            o = self.kernel(x, o)
        with pl.cluster():
            with pl.spmd(4, sync_start=True):
                p = self.kernel(x, p)
        with pl.cluster():
            with pl.at(level=pl.Level.CORE_GROUP):
                t: pl.Tile[[16], pl.FP32] = pl.load(x, [0], [16])
                q = pl.store(t, [0], q)
        return o, p, q
