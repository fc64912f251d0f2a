# rows: D20
# An array that a scope uses, and one that it makes for its host: errors, as arrays cannot leave their function.
import pypto.language as pl


@pl.program
class P:
    @pl.function
    def main(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        starts = pl.array.create(2, pl.INDEX)
        starts[0] = 0
        with pl.at(level=pl.Level.CORE_GROUP):
            first = starts[0]
            t = pl.load(x, [first], [16])
            o = pl.store(t, [0], o)
        return o
