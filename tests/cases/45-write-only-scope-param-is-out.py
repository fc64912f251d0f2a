# Case 45-write-only-scope-param-is-out.
# Elsewhere: being written in parts counted as being read.
# Right: src is In, dst is Out, tally is InOut.
import pypto.language as pl


@pl.program
class OnlyWrites:
    @pl.function
    def main(
        self,
        src: pl.Tensor[[12, 24], pl.INT32],
        dst: pl.Out[pl.Tensor[[12, 24], pl.INT32]],
        tally: pl.InOut[pl.Tensor[[12, 24], pl.INT32]],
    ) -> tuple[pl.Tensor[[12, 24], pl.INT32], pl.Tensor[[12, 24], pl.INT32]]:
        for r in pl.spmd(12, name_hint="copy_rows"):
            dst[r : r + 1, :] = src[r : r + 1, :]
            tally[r : r + 1, :] = pl.add(tally[r : r + 1, :], src[r : r + 1, :])
        return dst, tally
