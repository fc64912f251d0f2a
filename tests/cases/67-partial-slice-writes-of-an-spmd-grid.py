# Case 67-partial-slice-writes-of-an-spmd-grid.
# Elsewhere: a tensor filled by several blocks was taken for an output of each.
# Right: pool is written by one launch and read after it; y is 3 * x + 0.5.
import pypto.language as pl


@pl.program
class Mosaic:
    @pl.function
    def main(
        self,
        x: pl.Tensor[[64, 16], pl.FP32],
        y: pl.Out[pl.Tensor[[64, 16], pl.FP32]],
    ) -> pl.Tensor[[64, 16], pl.FP32]:
        pool: pl.Tensor[[64, 16], pl.FP32] = pl.create_tensor([64, 16], dtype=pl.FP32)
        for b in pl.spmd(4, name_hint="tiles"):
            for j in pl.range(4):
                r = j * 16 + b * 4
                pool[r : r + 4, :] = pl.mul(x[r : r + 4, :], 3.0)
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="gather"):
            y = pl.assemble(y, pl.add(pool, 0.5), [0, 0])
        return y
