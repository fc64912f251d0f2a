# Case r22-return-group-wrapper.
# Right: the wrapper's b is written, and its results are a, b.
import pypto.language as pl


@pl.program
class Grp:
    @pl.function(type=pl.FunctionType.AIV)
    def body(self, src: pl.Tensor[[32], pl.FP32], a: pl.Out[pl.Tensor[[32], pl.FP32]], b: pl.Out[pl.Tensor[[32], pl.FP32]]) -> tuple[pl.Tensor[[32], pl.FP32], pl.Tensor[[32], pl.FP32]]:
        t: pl.Tile[[32], pl.FP32] = pl.load(src, [0], [32])
        wb: pl.Tensor[[32], pl.FP32] = pl.store(t, [0], b)
        wa: pl.Tensor[[32], pl.FP32] = pl.store(t, [0], a)
        return (wb, wa)

    @pl.function(type=pl.FunctionType.Group)
    def grp(self, src: pl.Tensor[[32], pl.FP32], a: pl.Out[pl.Tensor[[32], pl.FP32]], b: pl.Tensor[[32], pl.FP32]) -> tuple[pl.Tensor[[32], pl.FP32], pl.Tensor[[32], pl.FP32]]:
        both: tuple[pl.Tensor[[32], pl.FP32], pl.Tensor[[32], pl.FP32]] = self.body(src, a, b)
        return both

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, src: pl.Tensor[[32], pl.FP32], a: pl.Out[pl.Tensor[[32], pl.FP32]], b: pl.Out[pl.Tensor[[32], pl.FP32]]) -> tuple[pl.Tensor[[32], pl.FP32], pl.Tensor[[32], pl.FP32]]:
        x, y = self.grp(src, a, b)
        return (x, y)
