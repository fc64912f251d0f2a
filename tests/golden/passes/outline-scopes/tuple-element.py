# rows: D20
# An element of a tuple is captured, not the tuple.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def two(self, x: pl.Tensor[[16], pl.FP32], a: pl.Out[pl.Tensor[[16], pl.FP32]], b: pl.Out[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        t: pl.Tile[[16], pl.FP32] = pl.load(x, [0], [16])
        a1 = pl.store(t, [0], a)
        b1 = pl.store(t, [0], b)
        return a1, b1

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16], pl.FP32], a: pl.Out[pl.Tensor[[16], pl.FP32]], b: pl.Out[pl.Tensor[[16], pl.FP32]], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        ret = self.two(x, a, b)
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="k"):
            y = ret[1]
            t: pl.Tile[[16], pl.FP32] = pl.load(y, [0], [16])
            o = pl.store(t, [0], o)
        return o
