# Case r30-carry-trivial-and-rebind.
# Right: acc stays where it is, cur changes hands, k counts.
import pypto.language as pl


@pl.program
class Carries:
    @pl.function(type=pl.FunctionType.AIV)
    def add_into(self, x: pl.Tensor[[16, 16], pl.FP32], acc: pl.InOut[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        t: pl.Tile[[16, 16], pl.FP32] = pl.load(x, [0, 0], [16, 16])
        o: pl.Tile[[16, 16], pl.FP32] = pl.load(acc, [0, 0], [16, 16])
        s: pl.Tile[[16, 16], pl.FP32] = pl.add(t, o)
        w: pl.Tensor[[16, 16], pl.FP32] = pl.store(s, [0, 0], acc)
        return w

    @pl.function(type=pl.FunctionType.AIV)
    def fresh(self, x: pl.Tensor[[16, 16], pl.FP32], o: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        t: pl.Tile[[16, 16], pl.FP32] = pl.load(x, [0, 0], [16, 16])
        w: pl.Tensor[[16, 16], pl.FP32] = pl.store(t, [0, 0], o)
        return w

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16, 16], pl.FP32], seed: pl.Tensor[[16, 16], pl.FP32], out: pl.InOut[pl.Tensor[[16, 16], pl.FP32]], last: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> tuple[pl.Tensor[[16, 16], pl.FP32], pl.Tensor[[16, 16], pl.FP32]]:
        for i, (acc, cur, k) in pl.range(0, 8, init_values=(out, seed, 0)):
            nb: pl.Tensor[[16, 16], pl.FP32] = pl.create_tensor([16, 16], dtype=pl.FP32)
            nxt: pl.Tensor[[16, 16], pl.FP32] = self.fresh(cur, nb)
            acc2: pl.Tensor[[16, 16], pl.FP32] = self.add_into(nxt, acc)
            acc_out, cur_out, k_out = pl.yield_(acc2, nxt, k + 2)
        fin: pl.Tensor[[16, 16], pl.FP32] = self.fresh(cur_out, last)
        return (acc_out, fin)
