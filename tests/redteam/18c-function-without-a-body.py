# Nothing is known of the external function beyond its declared directions.
import pypto.language as pl


@pl.program
class External:
    @pl.function(type=pl.FunctionType.InCore)
    def ext(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]], p: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        ...

    @pl.function(type=pl.FunctionType.InCore)
    def copy(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t: pl.Tile[[16], pl.FP32] = pl.load(x, [0], [16])
        r: pl.Tensor[[16], pl.FP32] = pl.store(t, [0], o)
        return r

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16], pl.FP32], o: pl.InOut[pl.Tensor[[16], pl.FP32]], p: pl.InOut[pl.Tensor[[16], pl.FP32]], q: pl.Out[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        o1: pl.Tensor[[16], pl.FP32] = self.copy(x, o)
        o2, p1 = self.ext(x, o1, p)
        o3, p2 = self.ext(x, o2, p1)
        q1: pl.Tensor[[16], pl.FP32] = self.copy(o3, q)
        return o3, p2, q1
