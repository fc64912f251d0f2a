# Case r34-carry-pre-ssa-default-pipeline.
# Right: cur changes hands, out does not.
import pypto.language as pl


@pl.program
class PreSSA:
    @pl.function(type=pl.FunctionType.AIV)
    def tick(self, x: pl.Tensor[[16, 16], pl.FP32], acc: pl.InOut[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        t: pl.Tile[[16, 16], pl.FP32] = pl.load(x, [0, 0], [16, 16])
        w: pl.Tensor[[16, 16], pl.FP32] = pl.store(t, [0, 0], acc)
        return w

    @pl.function(type=pl.FunctionType.AIV)
    def fresh(self, x: pl.Tensor[[16, 16], pl.FP32], o: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        t: pl.Tile[[16, 16], pl.FP32] = pl.load(x, [0, 0], [16, 16])
        w: pl.Tensor[[16, 16], pl.FP32] = pl.store(t, [0, 0], o)
        return w

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16, 16], pl.FP32], out: pl.InOut[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        cur: pl.Tensor[[16, 16], pl.FP32] = x
        for i in pl.range(4):
            nb: pl.Tensor[[16, 16], pl.FP32] = pl.create_tensor([16, 16], dtype=pl.FP32)
            cur = self.fresh(cur, nb)
            out = self.tick(cur, out)
        return out
