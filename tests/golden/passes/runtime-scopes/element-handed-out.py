# rows: C10
# A loop hands out an element of a result without a name of its own: what the call allocated must outlive the trip, so the body
# gets no scope. A whole tuple that leaves a branch, too.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def k(self, x: pl.Tensor[[16], pl.FP32], a: pl.Out[pl.Tensor[[16], pl.FP32]], b: pl.Out[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        t: pl.Tile[[16], pl.FP32] = pl.load(x, [0], [16])
        a1: pl.Tensor[[16], pl.FP32] = pl.store(t, [0], a)
        b1: pl.Tensor[[16], pl.FP32] = pl.store(t, [0], b)
        return a1, b1

    @pl.function(type=pl.FunctionType.Orchestration)
    def carried(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]], p: pl.Out[pl.Tensor[[16], pl.FP32]]):
        for i, (c,) in pl.range(0, 4, init_values=(x,)):
            t = pl.submit(self.k, c, o)
            d = pl.yield_(t[1])
        u = self.k(d, o, p)

    @pl.function(type=pl.FunctionType.Orchestration)
    def merged(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]], p: pl.Out[pl.Tensor[[16], pl.FP32]], n: pl.Scalar[pl.INDEX]):
        if n == 0:
            t = pl.submit(self.k, x, o)
        else:
            t = pl.submit(self.k, x, p)
        u = self.k(t[1], o, p)
