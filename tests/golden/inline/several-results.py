# A23 A24 A25 A27: results of a helper without a tuple literal, unpacked or returned at once.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.Inline)
    def both(self, x: pl.Tensor[[16], pl.FP32]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        p = pl.exp(x)
        q = pl.neg(x)
        pair = (p, q)
        return pair

    @pl.function
    def unpack(self, a: pl.Tensor[[16], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        p, q = self.both(a)
        return pl.add(p, q)

    @pl.function
    def forward(self, a: pl.Tensor[[16], pl.FP32]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        return self.both(a)
