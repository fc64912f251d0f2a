# rows: C8, C22, C30
# A kernel that returns what it only reads hands the carry on; so does one under no_dep; another view does not.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def wr(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t: pl.Tile[[16], pl.FP32] = pl.load(x, [0], [16])
        r: pl.Tensor[[16], pl.FP32] = pl.store(t, [0], o)
        return r

    @pl.function(type=pl.FunctionType.AIV)
    def look(self, x: pl.Tensor[[16], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        t: pl.Tile[[16], pl.FP32] = pl.load(x, [0], [16])
        return x

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16], pl.FP32], a: pl.InOut[pl.Tensor[[16], pl.FP32]], b: pl.InOut[pl.Tensor[[16], pl.FP32]], c: pl.InOut[pl.Tensor[[16, 16], pl.FP32]], d: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        for i, (p, q, s, u) in pl.range(0, 4, init_values=(a, b, c, d)):
            p1 = self.look(p)
            q1 = self.wr(x, pl.no_dep(q))
            s1 = pl.tensor.set_validshape(s, 8, 16)
            s2 = pl.tensor.set_validshape(s1, 16, 16)
            rp, rq, rs, ru = pl.yield_(p1, q1, s2, u)
        return rp, rq
