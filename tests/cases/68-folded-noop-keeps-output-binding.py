# Case 68-folded-noop-keeps-output-binding.
# Elsewhere: removing an operator that does nothing removed the write behind it.
# Right: o is x * x; the store stays.
import pypto.language as pl


@pl.program
class NoopOp:
    @pl.function(type=pl.FunctionType.InCore)
    def k(
        self,
        x: pl.Tensor[[16, 32], pl.FP32],
        o: pl.Out[pl.Tensor[[16, 32], pl.FP32]],
    ) -> pl.Tensor[[16, 32], pl.FP32]:
        t: pl.Tile[[16, 32], pl.FP32] = pl.load(x, [0, 0], [16, 32])
        u: pl.Tile[[16, 32], pl.FP32] = pl.reshape(pl.mul(t, t), [16, 32])
        v: pl.Tile[[16, 32], pl.FP32] = u
        r: pl.Tensor[[16, 32], pl.FP32] = pl.store(v, [0, 0], o)
        return r
