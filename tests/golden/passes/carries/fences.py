# rows: C40, C41, C42, C44, C47, C48
# Arrays of task ids: a parallel loop has one of its trips, the sequential loop around it the same; strides and descending loops count.
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
            t0 = pl.system.task_invalid()
            for ph, (a,) in pl.range(0, 3, init_values=(t0,)):
                for i, (b,) in pl.parallel(0, 4, init_values=(a,)):
                    o, u = pl.submit(self.acc, x, o, deps=[b])
                    c = pl.yield_(u)
                d = pl.yield_(c)
            for i, (e,) in pl.parallel(4, 0, -1, init_values=(t0,)):
                o, v = pl.submit(self.acc, x, o, deps=[e])
                f = pl.yield_(v)
            for i, (g,) in pl.parallel(0, 9, 2, init_values=(t0,)):
                o, z = pl.submit(self.acc, x, o, deps=[g])
                h = pl.yield_(z)
            for i, (k,) in pl.range(0, 4, init_values=(t0,)):
                o, y = pl.submit(self.acc, x, o, deps=[k])
                l = pl.yield_(y)
        return o
