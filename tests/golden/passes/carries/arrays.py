# rows: C27, C49
# An array of task ids is a rebind of its own extent.
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
    def main(self, x: pl.Tensor[[16], pl.FP32], o: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        with pl.manual_scope():
            ids = pl.array.create(4, pl.TASK_ID)
            for ph, (seen,) in pl.range(0, 3, init_values=(ids,)):
                fresh = pl.array.create(4, pl.TASK_ID)
                for b, (f,) in pl.parallel(0, 4, init_values=(fresh,)):
                    o, t = pl.submit(self.acc, x, o, deps=[seen])
                    g = pl.array.update_element(f, b, t)
                    h = pl.yield_(g)
                r = pl.yield_(h)
        return o
