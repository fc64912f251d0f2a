# Case 06-inline-ignored-wrapper-return-keeps-writes.
# Elsewhere: dropping the unused result also dropped the call inside it, and both writes vanished.
# Right: only the value is dropped: o gains 2 * x.
import pypto.language as pl


@pl.program
class QuietWrapper:
    @pl.function(type=pl.FunctionType.Inline)
    def inner(
        self,
        x: pl.Tensor[[20, 32], pl.FP32],
        o: pl.Tensor[[20, 32], pl.FP32],
    ) -> pl.Tensor[[20, 32], pl.FP32]:
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="acc"):
            o = pl.assemble(o, pl.add(o, x), [0, 0])
        return o

    @pl.function(type=pl.FunctionType.Inline)
    def outer(
        self,
        x: pl.Tensor[[20, 32], pl.FP32],
        o: pl.Tensor[[20, 32], pl.FP32],
    ) -> pl.Tensor[[20, 32], pl.FP32]:
        return self.inner(x, o)

    @pl.function
    def main(
        self,
        x: pl.Tensor[[20, 32], pl.FP32],
        o: pl.InOut[pl.Tensor[[20, 32], pl.FP32]],
    ) -> pl.Tensor[[20, 32], pl.FP32]:
        self.outer(x, o)
        self.outer(x, o)
        return o
