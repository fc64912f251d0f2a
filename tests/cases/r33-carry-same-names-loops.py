# Case r33-carry-same-names-loops.
# Right: each loop has a carry of out.
import pypto.language as pl


@pl.program
class SameNames:
    @pl.function(type=pl.FunctionType.AIV)
    def tick(self, x: pl.Tensor[[16, 16], pl.FP32], acc: pl.InOut[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        t: pl.Tile[[16, 16], pl.FP32] = pl.load(x, [0, 0], [16, 16])
        w: pl.Tensor[[16, 16], pl.FP32] = pl.store(t, [0, 0], acc)
        return w

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16, 16], pl.FP32], out: pl.InOut[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        for i in pl.range(4):
            out = self.tick(x, out)
        for i in pl.range(4):
            out = self.tick(x, out)
        return out
