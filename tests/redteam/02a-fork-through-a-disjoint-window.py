# The window that the last call reads was not touched by the first write, so that it may read the old memory of `a`; but
# it runs after `b1`, which reads the new one. Memories must not fork.
import pypto.language as pl


@pl.program
class ForkWindow:
    @pl.function(type=pl.FunctionType.InCore)
    def k2(self, x: pl.Tensor[[8], pl.FP32], y: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t: pl.Tile[[8], pl.FP32] = pl.load(x, [0], [8])
        u: pl.Tile[[16], pl.FP32] = pl.load(y, [0], [16])
        o1: pl.Tensor[[16], pl.FP32] = pl.store(u, [0], o)
        o2: pl.Tensor[[16], pl.FP32] = pl.store(t, [8], o1)
        return o2

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, a: pl.InOut[pl.Tensor[[16], pl.FP32]], b: pl.InOut[pl.Tensor[[16], pl.FP32]], s: pl.Tensor[[8], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        a1: pl.Tensor[[16], pl.FP32] = pl.assemble(a, s, [0])
        w: pl.Tensor[[8], pl.FP32] = pl.slice(a1, [8], [0])
        b1: pl.Tensor[[16], pl.FP32] = pl.assemble(b, w, [0])
        v: pl.Tensor[[8], pl.FP32] = pl.slice(a1, [8], [8])
        r: pl.Tensor[[16], pl.FP32] = self.k2(v, b1, o)
        return a1, b1, r
