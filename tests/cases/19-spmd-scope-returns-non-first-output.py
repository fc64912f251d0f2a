# Case 19-spmd-scope-returns-non-first-output.
# Elsewhere: the first output of the launch was taken for the one that is used.
# Right: flat is a reshape of body, never of stat.
import pypto.language as pl


@pl.program
class FanTwo:
    @pl.function
    def main(
        self,
        x: pl.Tensor[[128, 64], pl.FP32],
        y: pl.Out[pl.Tensor[[64, 128], pl.FP32]],
    ) -> pl.Tensor[[64, 128], pl.FP32]:
        stat: pl.Tensor[[128, 8], pl.FP32] = pl.create_tensor([128, 8], dtype=pl.FP32)
        body: pl.Tensor[[128, 64], pl.FP32] = pl.create_tensor([128, 64], dtype=pl.FP32)
        for b in pl.spmd(8, name_hint="fan"):
            r = b * 16
            stat[r : r + 16, :] = pl.mul(x[r : r + 16, 0:8], 0.5)
            body[r : r + 16, :] = pl.exp(x[r : r + 16, :])
        flat: pl.Tensor[[64, 128], pl.FP32] = pl.reshape(body, [64, 128])
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="fin"):
            y = pl.assemble(y, pl.add(flat, 1.0), [0, 0])
        return y
