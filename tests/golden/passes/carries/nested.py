# rows: C27, C32, C33
# Through inner loops: trivial if the inner loop is, a rebind if it is one.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def acc(self, x: pl.Tensor[[16], pl.FP32], o: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t: pl.Tile[[16], pl.FP32] = pl.load(x, [0], [16])
        u: pl.Tile[[16], pl.FP32] = pl.load(o, [0], [16])
        r: pl.Tensor[[16], pl.FP32] = pl.store(pl.tile.add(t, u), [0], o)
        return r

    @pl.function(type=pl.FunctionType.AIV)
    def fresh(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t: pl.Tile[[16], pl.FP32] = pl.load(x, [0], [16])
        r: pl.Tensor[[16], pl.FP32] = pl.store(t, [0], o)
        return r

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16], pl.FP32], a: pl.InOut[pl.Tensor[[16], pl.FP32]], b: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        for i, (p, q) in pl.range(0, 4, init_values=(a, b)):
            for j, (p1, q1) in pl.range(0, 4, init_values=(p, q)):
                p2 = self.acc(x, p1)
                f: pl.Tensor[[16], pl.FP32] = pl.create_tensor([16], dtype=pl.FP32)
                q2 = self.fresh(q1, f)
                p3, q3 = pl.yield_(p2, q2)
            rp, rq = pl.yield_(p3, q3)
        return rp, rq
