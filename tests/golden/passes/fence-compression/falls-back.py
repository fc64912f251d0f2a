# rows: C50
# Not for a sequential loop, an unknown number of trips, mixed dependencies, one slot, or an array that the loop itself fills.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def acc(self, x: pl.Tensor[[16], pl.FP32], o: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t: pl.Tile[[16], pl.FP32] = pl.load(x, [0], [16])
        u: pl.Tile[[16], pl.FP32] = pl.load(o, [0], [16])
        r: pl.Tensor[[16], pl.FP32] = pl.store(pl.tile.add(t, u), [0], o)
        return r

    @pl.function(type=pl.FunctionType.AIV)
    def fresh(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t: pl.Tile[[16], pl.FP32] = pl.load(x, [0], [16])
        r: pl.Tensor[[16], pl.FP32] = pl.store(t, [0], o)
        return r

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16], pl.FP32], o: pl.InOut[pl.Tensor[[16], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16], pl.FP32]:
        with pl.manual_scope():
            ids = pl.array.create(4, pl.TASK_ID)
            t0 = pl.system.task_invalid()
            for b in pl.range(4):
                o, t = pl.submit(self.acc, x, o, deps=[ids])
            for b in pl.parallel(n):
                o, t = pl.submit(self.acc, x, o, deps=[ids])
            for b in pl.parallel(4):
                o, t = pl.submit(self.acc, x, o, deps=[ids, t0])
            for b in pl.parallel(4):
                s = ids[b]
                o, t = pl.submit(self.acc, x, o, deps=[s])
            for b in pl.parallel(4):
                o, t = pl.submit(self.acc, x, o, deps=[ids])
                ids[b] = t
        return o
