# The second task runs only if its predicate holds: what the first wrote may have to stay.
import pypto.language as pl


@pl.program
class Predicate:
    @pl.function(type=pl.FunctionType.InCore)
    def fill(self, o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t: pl.Tile[[16], pl.FP32] = pl.tile.full([16], dtype=pl.FP32, value=7.0)
        r: pl.Tensor[[16], pl.FP32] = pl.store(t, [0], o)
        return r

    @pl.function(type=pl.FunctionType.InCore)
    def copy(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t: pl.Tile[[16], pl.FP32] = pl.load(x, [0], [16])
        r: pl.Tensor[[16], pl.FP32] = pl.store(t, [0], o)
        return r

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16], pl.FP32]:
        with pl.manual_scope():
            o, t0 = pl.submit(self.copy, x, o)
            o, t1 = pl.submit(self.fill, o, deps=[t0], predicate=(n > 1))
        return o
