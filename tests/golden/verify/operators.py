# Operators take what their rows say.
import pypto.language as pl


@pl.program
class Operators:
    @pl.function(type=pl.FunctionType.InCore)
    def mixed(
        self, x: pl.Tensor[[4, 4], pl.FP32], y: pl.Out[pl.Tensor[[4, 4], pl.FP32]]
    ) -> pl.Tensor[[4, 4], pl.FP32]:
        t = pl.load(x, [0, 0], [4, 4])
        u = pl.tile.add(t, x)  # error: [wrong-operand]
        r = pl.store(t, [0, 0], y)
        return r

    @pl.function
    def shapes(
        self, a: pl.Tensor[[4, 4], pl.FP32], b: pl.Tensor[[4, 5], pl.FP32]
    ) -> pl.Tensor[[4, 4], pl.FP32]:
        c = pl.add(a, b)  # error: [wrong-operand]
        d = pl.matmul(a, b)
        e = pl.matmul(b, a)  # error: [wrong-operand]
        f: pl.Tensor[[4, 6], pl.FP32] = pl.exp(a)  # error: [annotation-type]
        return a

    @pl.function
    def windows(self, a: pl.Tensor[[8, 8], pl.FP32]) -> pl.Tensor[[4, 4], pl.FP32]:
        b = pl.slice(a, [4, 4], [6, 0])  # error: [wrong-operand]
        c = pl.slice(a, [4, 4], [6, 0], clamp=True)
        return c
