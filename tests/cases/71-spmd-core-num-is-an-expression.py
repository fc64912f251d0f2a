# Case 71-spmd-core-num-is-an-expression.
# Elsewhere: the number of blocks was not taken for a use of its variables.
# Right: the count of this trip is used; two launches with different counts stay two.
import pypto.language as pl


@pl.program
class GridFromRead:
    @pl.function
    def main(
        self,
        counts: pl.Tensor[[6, 1], pl.INT32],
        out: pl.Out[pl.Tensor[[6, 256], pl.FP32]],
    ) -> pl.Tensor[[6, 256], pl.FP32]:
        for i in pl.parallel(6):
            n: pl.Scalar[pl.INT32] = pl.tensor.read(counts, [i, 0])
            blocks: pl.Scalar[pl.INDEX] = (pl.cast(n, pl.INDEX) + 31) // 32
            for s in pl.spmd(blocks * 2, name_hint="zero_half"):
                c = s * 16
                out[i : i + 1, c : c + 16] = pl.full([1, 16], dtype=pl.FP32, value=0.0)
        return out
