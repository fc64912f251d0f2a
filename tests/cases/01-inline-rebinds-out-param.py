# Case 01-inline-rebinds-out-param.
# Elsewhere: the splice kept the helper's own variable where it is assigned and the caller's where it is
# read, so the write looked dead.
# Right: two scopes, each writing its own variable of main; no statement `v = v`; main returns both written
# tensors.
import pypto.language as pl


@pl.program
class StampTwice:
    @pl.function(type=pl.FunctionType.Inline)
    def stamp(
        self,
        src: pl.Tensor[[24, 48], pl.FP32],
        dst: pl.Out[pl.Tensor[[24, 48], pl.FP32]],
    ) -> pl.Tensor[[24, 48], pl.FP32]:
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="stamp"):
            dst = pl.assemble(dst, pl.mul(src, 3.0), [0, 0])
        return dst

    @pl.function
    def main(
        self,
        a: pl.Tensor[[24, 48], pl.FP32],
        b: pl.Tensor[[24, 48], pl.FP32],
        hot: pl.Out[pl.Tensor[[24, 48], pl.FP32]],
        cold: pl.Out[pl.Tensor[[24, 48], pl.FP32]],
    ) -> tuple[pl.Tensor[[24, 48], pl.FP32], pl.Tensor[[24, 48], pl.FP32]]:
        hot = self.stamp(a, hot)
        cold = self.stamp(b, cold)
        return hot, cold
