# A call whose results nobody uses still runs.
import pypto.language as pl


@pl.program
class Discarded:
    @pl.function(type=pl.FunctionType.InCore)
    def copy(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t: pl.Tile[[16], pl.FP32] = pl.load(x, [0], [16])
        r: pl.Tensor[[16], pl.FP32] = pl.store(t, [0], o)
        return r

    @pl.function(type=pl.FunctionType.Inline)
    def twice(self, x: pl.Tensor[[16], pl.FP32], o: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        o1: pl.Tensor[[16], pl.FP32] = self.copy(x, o)
        return self.copy(o1, o1)

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16], pl.FP32], o: pl.InOut[pl.Tensor[[16], pl.FP32]], p: pl.InOut[pl.Tensor[[16], pl.FP32]]):
        self.copy(x, o)
        self.twice(o, p)
