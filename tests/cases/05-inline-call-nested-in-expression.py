# Case 05-inline-call-nested-in-expression.
# Elsewhere: calls inside expressions survived while the helper was deleted.
# Right: all three calls become statements, from left to right, and are spliced.
import pypto.language as pl


@pl.program
class LiftPair:
    @pl.function(type=pl.FunctionType.Inline)
    def lift(self, q: pl.Tensor[[40, 8], pl.FP32]) -> pl.Tensor[[40, 8], pl.FP32]:
        r = pl.add(pl.exp(q), 1.0)
        return r

    @pl.function
    def main(
        self,
        x: pl.Tensor[[40, 8], pl.FP32],
        y: pl.Tensor[[40, 8], pl.FP32],
    ) -> pl.Tensor[[40, 8], pl.FP32]:
        z = pl.sub(self.lift(x), pl.mul(self.lift(y), self.lift(x)))
        return z
