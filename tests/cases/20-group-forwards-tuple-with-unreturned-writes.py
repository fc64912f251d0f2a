# Case 20-group-forwards-tuple-with-unreturned-writes.
# Elsewhere: results that are passed on whole were matched with outputs from the end, one off.
# Right: results are parameters 2 and 3 in kernel and wrapper; proj reads ctx.
import pypto.language as pl


@pl.program
class ForwardAll:
    @pl.function(type=pl.FunctionType.AIV)
    def core(
        self,
        q: pl.Tensor[[32, 32], pl.BF16],
        cache: pl.InOut[pl.Tensor[[32, 32], pl.BF16]],
        ctx: pl.Out[pl.Tensor[[32, 32], pl.BF16]],
        lse: pl.Out[pl.Tensor[[32, 32], pl.BF16]],
    ) -> tuple[pl.Tensor[[32, 32], pl.BF16], pl.Tensor[[32, 32], pl.BF16]]:
        t: pl.Tile[[32, 32], pl.BF16] = pl.load(q, [0, 0], [32, 32])
        cache1: pl.Tensor[[32, 32], pl.BF16] = pl.store(t, [0, 0], cache)
        ctx1: pl.Tensor[[32, 32], pl.BF16] = pl.store(t, [0, 0], ctx)
        lse1: pl.Tensor[[32, 32], pl.BF16] = pl.store(t, [0, 0], lse)
        return ctx1, lse1

    @pl.function(type=pl.FunctionType.Group)
    def attn(
        self,
        q: pl.Tensor[[32, 32], pl.BF16],
        cache: pl.InOut[pl.Tensor[[32, 32], pl.BF16]],
        ctx: pl.Out[pl.Tensor[[32, 32], pl.BF16]],
        lse: pl.Out[pl.Tensor[[32, 32], pl.BF16]],
    ) -> tuple[pl.Tensor[[32, 32], pl.BF16], pl.Tensor[[32, 32], pl.BF16]]:
        res = self.core(q, cache, ctx, lse)
        return res

    @pl.function(type=pl.FunctionType.AIV)
    def proj(
        self,
        c: pl.Tensor[[32, 32], pl.BF16],
        o: pl.Out[pl.Tensor[[32, 32], pl.BF16]],
    ) -> pl.Tensor[[32, 32], pl.BF16]:
        t: pl.Tile[[32, 32], pl.BF16] = pl.load(c, [0, 0], [32, 32])
        r: pl.Tensor[[32, 32], pl.BF16] = pl.store(t, [0, 0], o)
        return r

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(
        self,
        q: pl.Tensor[[32, 32], pl.BF16],
        cache: pl.InOut[pl.Tensor[[32, 32], pl.BF16]],
        o: pl.Out[pl.Tensor[[32, 32], pl.BF16]],
    ) -> pl.Tensor[[32, 32], pl.BF16]:
        ctx: pl.Tensor[[32, 32], pl.BF16] = pl.create_tensor([32, 32], dtype=pl.BF16)
        lse: pl.Tensor[[32, 32], pl.BF16] = pl.create_tensor([32, 32], dtype=pl.BF16)
        c1, l1 = self.attn(q, cache, ctx, lse)
        o = self.proj(c1, o)
        return o
