# Case 24-return-of-a-direct-call.
# Elsewhere: a call that stands in a return was never submitted.
# Right: one task; the kernel's result is o though no variable holds it.
import pypto.language as pl


@pl.program
class JustReturn:
    @pl.function(type=pl.FunctionType.InCore)
    def neg_into(
        self,
        a: pl.Tensor[[56, 8], pl.FP32],
        o: pl.Out[pl.Tensor[[56, 8], pl.FP32]],
    ) -> pl.Tensor[[56, 8], pl.FP32]:
        t: pl.Tile[[56, 8], pl.FP32] = pl.load(a, [0, 0], [56, 8])
        return pl.store(pl.neg(t), [0, 0], o)

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(
        self,
        a: pl.Tensor[[56, 8], pl.FP32],
        o: pl.Out[pl.Tensor[[56, 8], pl.FP32]],
    ) -> pl.Tensor[[56, 8], pl.FP32]:
        return self.neg_into(a, o)
