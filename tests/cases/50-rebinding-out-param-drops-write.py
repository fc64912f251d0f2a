# Case 50-rebinding-out-param-drops-write.
# Elsewhere: assigning an output parameter a fresh value compiled and wrote nothing.
# Right: a warning at `lost`, none at `good`.
import pypto.language as pl


@pl.program
class LostWrite:
    @pl.function
    def main(
        self,
        a: pl.Tensor[[24, 24], pl.FP32],
        b: pl.Tensor[[24, 24], pl.FP32],
        good: pl.Out[pl.Tensor[[24, 24], pl.FP32]],
        lost: pl.Out[pl.Tensor[[24, 24], pl.FP32]],
    ) -> tuple[pl.Tensor[[24, 24], pl.FP32], pl.Tensor[[24, 24], pl.FP32]]:
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="w"):
            t = pl.add(a, b)
            good = pl.assemble(good, t, [0, 0])
            lost = pl.add(t, b)
        return good, lost
