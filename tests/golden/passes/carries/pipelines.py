# rows: C43
# A pipelined loop keeps one task id, not an array.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def acc(self, x: pl.Tensor[[16], pl.FP32], o: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t: pl.Tile[[16], pl.FP32] = pl.load(x, [0], [16])
        u: pl.Tile[[16], pl.FP32] = pl.load(o, [0], [16])
        r: pl.Tensor[[16], pl.FP32] = pl.store(pl.tile.add(t, u), [0], o)
        return r

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16], pl.FP32], o: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        with pl.manual_scope():
            t0 = pl.system.task_invalid()
            for i, (a,) in pl.pipeline(0, 4, init_values=(t0,), stage=2):
                o, u = pl.submit(self.acc, x, o, deps=[a])
                b = pl.yield_(u)
        return o
