# rows: B35
# An InOut parameter that is written and not returned does not shift the others.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def core(self, q: pl.Tensor[[16], pl.FP32], cache: pl.InOut[pl.Tensor[[16], pl.FP32]], ctx: pl.Out[pl.Tensor[[16], pl.FP32]], lse: pl.Out[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        t: pl.Tile[[16], pl.FP32] = pl.load(q, [0], [16])
        cache1: pl.Tensor[[16], pl.FP32] = pl.store(t, [0], cache)
        ctx1: pl.Tensor[[16], pl.FP32] = pl.store(t, [0], ctx)
        lse1: pl.Tensor[[16], pl.FP32] = pl.store(t, [0], lse)
        return ctx1, lse1

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, q: pl.Tensor[[16], pl.FP32], cache: pl.InOut[pl.Tensor[[16], pl.FP32]], ctx: pl.Out[pl.Tensor[[16], pl.FP32]], lse: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        c1, l1 = self.core(q, cache, ctx, lse)
        return c1
