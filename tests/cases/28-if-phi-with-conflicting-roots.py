# Case 28-if-phi-with-conflicting-roots.
# Elsewhere: one of two parameters was picked for a result that is either.
# Right: neither result is a known parameter; the function stays as it is.
import pypto.language as pl


@pl.program
class CrossedPhi:
    @pl.function(type=pl.FunctionType.InCore)
    def route(
        self,
        sel: pl.Scalar[pl.INT32],
        x: pl.Tensor[[16, 16], pl.FP32],
        lo: pl.Out[pl.Tensor[[16, 16], pl.FP32]],
        hi: pl.Out[pl.Tensor[[16, 16], pl.FP32]],
    ) -> tuple[pl.Tensor[[16, 16], pl.FP32], pl.Tensor[[16, 16], pl.FP32]]:
        t: pl.Tile[[16, 16], pl.FP32] = pl.load(x, [0, 0], [16, 16])
        lo1: pl.Tensor[[16, 16], pl.FP32] = pl.store(t, [0, 0], lo)
        hi1: pl.Tensor[[16, 16], pl.FP32] = pl.store(pl.neg(t), [0, 0], hi)
        if sel > 0:
            r0, r1 = pl.yield_(lo1, hi1)
        else:
            r0, r1 = pl.yield_(hi1, lo1)
        return r0, r1
