# A kernel reads back what it wrote: its parameter is InOut for whoever orders tasks.
import pypto.language as pl


@pl.program
class ReadBack:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[16], pl.FP32], out: pl.Out[pl.Tensor[[16], pl.FP32]], o2: pl.Out[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        t: pl.Tile[[8], pl.FP32] = pl.load(x, [0], [8])
        out1: pl.Tensor[[16], pl.FP32] = pl.store(t, [0], out)
        u: pl.Tile[[16], pl.FP32] = pl.load(out1, [0], [16])
        o21: pl.Tensor[[16], pl.FP32] = pl.store(u, [0], o2)
        return out1, o21

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16], pl.FP32], a: pl.InOut[pl.Tensor[[16], pl.FP32]], b: pl.Out[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        a1, b1 = self.k(x, a, b)
        return a1, b1
