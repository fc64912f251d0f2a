# Case r11-inline-dynamic-shape.
# Elsewhere: types of the spliced body kept the helper's symbol M.
# Right: M is 64 in one caller and K in the other.
import pypto.language as pl


M = pl.dynamic("M")
K = pl.dynamic("K")

@pl.program
class Dyn:
    @pl.function(type=pl.FunctionType.Inline)
    def half(self, x: pl.Tensor[[M, 16], pl.FP32]) -> pl.Tensor[[M, 16], pl.FP32]:
        y: pl.Tensor[[M, 16], pl.FP32] = pl.mul(x, 0.5)
        z: pl.Tensor[[M, 16], pl.FP32] = pl.create_tensor([M, 16], dtype=pl.FP32)
        w: pl.Tensor[[M, 16], pl.FP32] = pl.add(y, z)
        return w

    @pl.function
    def fixed(self, a: pl.Tensor[[64, 16], pl.FP32]) -> pl.Tensor[[64, 16], pl.FP32]:
        r: pl.Tensor[[64, 16], pl.FP32] = self.half(a)
        return r

    @pl.function
    def other(self, b: pl.Tensor[[K, 16], pl.FP32]) -> pl.Tensor[[K, 16], pl.FP32]:
        r: pl.Tensor[[K, 16], pl.FP32] = self.half(b)
        return r
