# Case r25-return-partial-and-duplicate.
# Right: no function is permuted where a target repeats or an output is not returned; scalars keep their
# place.
import pypto.language as pl


@pl.program
class Partial:
    @pl.function(type=pl.FunctionType.InCore)
    def dup(self, src: pl.Tensor[[32], pl.FP32], a: pl.Out[pl.Tensor[[32], pl.FP32]], b: pl.Out[pl.Tensor[[32], pl.FP32]]) -> tuple[pl.Tensor[[32], pl.FP32], pl.Tensor[[32], pl.FP32]]:
        t: pl.Tile[[32], pl.FP32] = pl.load(src, [0], [32])
        w1: pl.Tensor[[32], pl.FP32] = pl.store(t, [0], b)
        w2: pl.Tensor[[32], pl.FP32] = pl.store(t, [0], b)
        return (w1, w2)

    @pl.function(type=pl.FunctionType.InCore)
    def one_of_two(self, src: pl.Tensor[[32], pl.FP32], a: pl.Out[pl.Tensor[[32], pl.FP32]], b: pl.Out[pl.Tensor[[32], pl.FP32]]) -> pl.Tensor[[32], pl.FP32]:
        t: pl.Tile[[32], pl.FP32] = pl.load(src, [0], [32])
        wa: pl.Tensor[[32], pl.FP32] = pl.store(t, [0], a)
        wb: pl.Tensor[[32], pl.FP32] = pl.store(t, [0], b)
        return wb

    @pl.function(type=pl.FunctionType.InCore)
    def with_scalar(self, src: pl.Tensor[[32], pl.FP32], n: pl.Scalar[pl.INDEX], a: pl.Out[pl.Tensor[[32], pl.FP32]], b: pl.Out[pl.Tensor[[32], pl.FP32]]) -> tuple[pl.Scalar[pl.INDEX], pl.Tensor[[32], pl.FP32], pl.Tensor[[32], pl.FP32]]:
        t: pl.Tile[[32], pl.FP32] = pl.load(src, [0], [32])
        m: pl.Scalar[pl.INDEX] = n + 1
        wb: pl.Tensor[[32], pl.FP32] = pl.store(t, [0], b)
        wa: pl.Tensor[[32], pl.FP32] = pl.store(t, [0], a)
        return (m, wb, wa)

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, src: pl.Tensor[[32], pl.FP32], n: pl.Scalar[pl.INDEX], a: pl.Out[pl.Tensor[[32], pl.FP32]], b: pl.Out[pl.Tensor[[32], pl.FP32]]) -> pl.Tensor[[32], pl.FP32]:
        d0, d1 = self.dup(src, a, b)
        e: pl.Tensor[[32], pl.FP32] = self.one_of_two(src, a, b)
        c, f, g = self.with_scalar(src, n, a, b)
        return f
