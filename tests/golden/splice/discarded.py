# rows: A33, A80, A81, A82, A84
# A result that nobody takes: variables and constants go; calls, submissions and writes stay, in order.
import pypto.language as pl


@pl.program
class Written:
    @pl.function(type=pl.FunctionType.AIV)
    def k(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        o = pl.store(pl.load(x, [0], [16]), [0], o)
        return o

    @pl.function(type=pl.FunctionType.Inline)
    def all(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]], p: pl.Out[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Scalar[pl.INDEX], pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        with pl.manual_scope():
            p, t = pl.submit(self.k, x, p)
        return o, 3, self.k(x, o), pl.add(x, 1.0)

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]], p: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        self.all(x, o, p)
        return x


@pl.program
class Spliced:
    @pl.function(type=pl.FunctionType.AIV)
    def k(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        o = pl.store(pl.load(x, [0], [16]), [0], o)
        return o

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]], p: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        with pl.manual_scope():
            p, t = pl.submit(self.k, x, p)
        self.k(x, o)
        return x
