# Case 72-submit-is-a-call-for-every-pass.
# Elsewhere: passes that look for calls passed over submits.
# Right: both launches get views of their planes and swapped projections.
import pypto.language as pl


@pl.program
class BothWays:
    @pl.function(type=pl.FunctionType.InCore)
    def two(
        self,
        x: pl.Tensor[[16, 32], pl.FP32],
        a: pl.Out[pl.Tensor[[16, 32], pl.FP32]],
        b: pl.Out[pl.Tensor[[16, 32], pl.FP32]],
    ) -> tuple[pl.Tensor[[16, 32], pl.FP32], pl.Tensor[[16, 32], pl.FP32]]:
        t: pl.Tile[[16, 32], pl.FP32] = pl.load(x, [0, 0], [16, 32])
        b1: pl.Tensor[[16, 32], pl.FP32] = pl.store(pl.neg(t), [0, 0], b)
        a1: pl.Tensor[[16, 32], pl.FP32] = pl.store(t, [0, 0], a)
        return b1, a1

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(
        self,
        x: pl.Tensor[[4, 16, 32], pl.FP32],
        a: pl.Out[pl.Tensor[[16, 32], pl.FP32]],
        b: pl.Out[pl.Tensor[[16, 32], pl.FP32]],
        c: pl.Out[pl.Tensor[[16, 32], pl.FP32]],
        d: pl.Out[pl.Tensor[[16, 32], pl.FP32]],
    ) -> tuple[pl.Tensor[[16, 32], pl.FP32], pl.Tensor[[16, 32], pl.FP32]]:
        q, p = self.two(x[0], a, b)
        with pl.manual_scope():
            (s, r), _t = pl.submit(self.two, x[1], c, d)
        return p, s
