# In a manual scope only the written dependencies order the tasks; nothing may be forwarded past a submission that they
# do not order.
import pypto.language as pl


@pl.program
class ByDependency:
    @pl.function(type=pl.FunctionType.InCore)
    def copy(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t: pl.Tile[[16], pl.FP32] = pl.load(x, [0], [16])
        r: pl.Tensor[[16], pl.FP32] = pl.store(t, [0], o)
        return r

    @pl.function(type=pl.FunctionType.InCore)
    def inc(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t: pl.Tile[[16], pl.FP32] = pl.load(x, [0], [16])
        r: pl.Tensor[[16], pl.FP32] = pl.store(pl.add(t, 1.0), [0], o)
        return r

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16], pl.FP32], y: pl.InOut[pl.Tensor[[16], pl.FP32]], z: pl.Out[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        with pl.manual_scope():
            y1, t0 = pl.submit(self.copy, x, y)
            z1, t1 = pl.submit(self.inc, y1, z, deps=[t0])
            y2, t2 = pl.submit(self.inc, x, y1, deps=[t1])
        return y2, z1
