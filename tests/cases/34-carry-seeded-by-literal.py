# Case 34-carry-seeded-by-literal.
# Elsewhere: a carry that starts from a literal stopped the code generator; the literal had the wrong type.
# Right: off is an INT64 that starts at 0 and grows by 96.
import pypto.language as pl


@pl.program
class LiteralSeed:
    @pl.function(type=pl.FunctionType.InCore)
    def piece(
        self,
        x: pl.Tensor[[4, 384], pl.FP32],
        col: pl.Scalar[pl.INT64],
        y: pl.Out[pl.Tensor[[4, 384], pl.FP32]],
    ) -> pl.Tensor[[4, 384], pl.FP32]:
        t: pl.Tile[[4, 96], pl.FP32] = pl.load(x, [0, col], [4, 96])
        r: pl.Tensor[[4, 384], pl.FP32] = pl.store(t, [0, col], y)
        return r

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(
        self,
        x: pl.Tensor[[4, 384], pl.FP32],
        y: pl.Out[pl.Tensor[[4, 384], pl.FP32]],
    ) -> pl.Tensor[[4, 384], pl.FP32]:
        off: pl.Scalar[pl.INT64] = 0
        for _i in pl.range(4):
            y = self.piece(x, off, y)
            off = off + 96
        return y
