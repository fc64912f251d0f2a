# rows: C24, C25
# Elements of a tuple are the parameters returned, though an unreturned output stands before them and another is under no_dep.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def k(self, x: pl.Tensor[[16], pl.FP32], scratch: pl.Out[pl.Tensor[[16], pl.FP32]], a: pl.InOut[pl.Tensor[[16], pl.FP32]], b: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        t: pl.Tile[[16], pl.FP32] = pl.load(x, [0], [16])
        s1: pl.Tensor[[16], pl.FP32] = pl.store(t, [0], scratch)
        a1: pl.Tensor[[16], pl.FP32] = pl.store(t, [0], a)
        b1: pl.Tensor[[16], pl.FP32] = pl.store(t, [0], b)
        return a1, b1

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16], pl.FP32], s: pl.Out[pl.Tensor[[16], pl.FP32]], a: pl.InOut[pl.Tensor[[16], pl.FP32]], b: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        for i, (p, q) in pl.range(0, 4, init_values=(a, b)):
            p1, q1 = self.k(x, pl.no_dep(s), p, q)
            rp, rq = pl.yield_(p1, q1)
        return rp, rq
