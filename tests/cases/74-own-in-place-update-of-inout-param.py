# Case 74-own-in-place-update-of-inout-param.
# Elsewhere: the update in place went to a fresh buffer and x was never written.
# Right: x becomes 2 * x, y becomes 2 * x + 1, without another tensor.
import pypto.language as pl


@pl.program
class ScaleInPlace:
    @pl.function
    def main(
        self,
        x: pl.InOut[pl.Tensor[[16, 128], pl.FP32]],
        y: pl.Out[pl.Tensor[[16, 128], pl.FP32]],
    ) -> tuple[pl.Tensor[[16, 128], pl.FP32], pl.Tensor[[16, 128], pl.FP32]]:
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="scale"):
            x = pl.assemble(x, pl.mul(x, 2.0), [0, 0])
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="use"):
            y = pl.assemble(y, pl.add(x, 1.0), [0, 0])
        return x, y
