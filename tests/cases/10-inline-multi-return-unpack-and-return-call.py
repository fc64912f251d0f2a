# Case 10-inline-multi-return-unpack-and-return-call.
# Elsewhere: unpacking and returning such a call failed, or left a tuple behind that cannot be emitted.
# Right: main returns x + 2, then x - 2; no tuple is left.
import pypto.language as pl


@pl.program
class Bounds:
    @pl.function(type=pl.FunctionType.Inline)
    def bounds(
        self, x: pl.Tensor[[28, 28], pl.FP32]
    ) -> tuple[pl.Tensor[[28, 28], pl.FP32], pl.Tensor[[28, 28], pl.FP32]]:
        lo = pl.sub(x, 2.0)
        hi = pl.add(x, 2.0)
        return lo, hi

    @pl.function(type=pl.FunctionType.Inline)
    def swapped(
        self, x: pl.Tensor[[28, 28], pl.FP32]
    ) -> tuple[pl.Tensor[[28, 28], pl.FP32], pl.Tensor[[28, 28], pl.FP32]]:
        lo, hi = self.bounds(x)
        return hi, lo

    @pl.function
    def main(
        self, x: pl.Tensor[[28, 28], pl.FP32]
    ) -> tuple[pl.Tensor[[28, 28], pl.FP32], pl.Tensor[[28, 28], pl.FP32]]:
        return self.swapped(x)
