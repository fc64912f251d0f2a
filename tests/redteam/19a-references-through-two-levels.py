# Dependencies, a predicate and dumps name locals and parameters of helpers, two levels deep.
import pypto.language as pl


@pl.program
class References:
    @pl.function(type=pl.FunctionType.InCore)
    def inc(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t: pl.Tile[[16], pl.FP32] = pl.load(x, [0], [16])
        r: pl.Tensor[[16], pl.FP32] = pl.store(pl.add(t, 1.0), [0], o)
        return r

    @pl.function(type=pl.FunctionType.Inline)
    def low(self, x: pl.Tensor[[16], pl.FP32], o: pl.InOut[pl.Tensor[[16], pl.FP32]], after: pl.Scalar[pl.TASK_ID], n: pl.Scalar[pl.INDEX]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Scalar[pl.TASK_ID]]:
        o, t = pl.submit(self.inc, x, o, deps=[after], dumps=[x], predicate=(n < 9))
        return o, t

    @pl.function(type=pl.FunctionType.Inline)
    def mid(self, x: pl.Tensor[[16], pl.FP32], o: pl.InOut[pl.Tensor[[16], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Scalar[pl.TASK_ID]]:
        o, first = pl.submit(self.inc, x, o)
        o, second = self.low(x, o, first, n + 1)
        return o, second

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16], pl.FP32], o: pl.InOut[pl.Tensor[[16], pl.FP32]], p: pl.InOut[pl.Tensor[[16], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        with pl.manual_scope():
            o, t0 = self.mid(x, o, n)
            p, t1 = self.low(o, p, t0, n)
        return o, p
