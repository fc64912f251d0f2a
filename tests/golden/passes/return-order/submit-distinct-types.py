# rows: B51, B53, B60
# Outputs of different shapes: the tuple type of the submission is permuted, the task id last.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[32], pl.FP32], a: pl.Out[pl.Tensor[[16], pl.FP32]], b: pl.Out[pl.Tensor[[32], pl.FP32]]) -> tuple[pl.Tensor[[32], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        t: pl.Tile[[32], pl.FP32] = pl.load(x, [0], [32])
        h: pl.Tile[[16], pl.FP32] = pl.load(x, [0], [16])
        b1: pl.Tensor[[32], pl.FP32] = pl.store(t, [0], b)
        a1: pl.Tensor[[16], pl.FP32] = pl.store(h, [0], a)
        return b1, a1

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[32], pl.FP32], a: pl.Out[pl.Tensor[[16], pl.FP32]], b: pl.Out[pl.Tensor[[32], pl.FP32]]) -> tuple[pl.Tensor[[32], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        ret = pl.submit(self.k, x, a, b)
        p = ret[0]
        q = ret[1]
        return p, q
