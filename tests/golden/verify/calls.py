# Calls fit their functions, launch data fit the call.
import pypto.language as pl


@pl.program
class Calls:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(
        self, x: pl.Tensor[[4, 4], pl.FP32], y: pl.Out[pl.Tensor[[4, 4], pl.FP32]]
    ) -> pl.Tensor[[4, 4], pl.FP32]:
        t = pl.load(x, [0, 0], [4, 4])
        r = pl.store(pl.exp(t), [0, 0], y)
        return r

    @pl.function(type=pl.FunctionType.Orchestration)
    def shape(self, x: pl.Tensor[[4, 8], pl.FP32], y: pl.Out[pl.Tensor[[4, 4], pl.FP32]]):
        y = self.kernel(x, y)  # error: [argument-type]

    @pl.function(type=pl.FunctionType.Orchestration)
    def sort(self, n: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[4, 4], pl.FP32]]):
        y = self.kernel(n, y)  # error: [argument-type]

    @pl.function(type=pl.FunctionType.Orchestration)
    def arity(self, x: pl.Tensor[[4, 4], pl.FP32], y: pl.Out[pl.Tensor[[4, 4], pl.FP32]]):
        y = self.kernel(x)  # error: [arity]

    @pl.function(type=pl.FunctionType.Orchestration)
    def nobody(self, x: pl.Tensor[[4, 4], pl.FP32], y: pl.Out[pl.Tensor[[4, 4], pl.FP32]]):
        y = self.kernle(x, y)  # error: [unknown-function]

    @pl.function(type=pl.FunctionType.Orchestration)
    def deps(self, x: pl.Tensor[[4, 4], pl.FP32], y: pl.Out[pl.Tensor[[4, 4], pl.FP32]]):
        with pl.manual_scope():
            y, t = pl.submit(self.kernel, x, y)
            y, u = pl.submit(self.kernel, x, y, deps=[x])  # error: [dep-not-task-id]
