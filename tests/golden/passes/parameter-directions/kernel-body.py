# rows: D44
# A kernel that declares In what it writes: Out if only written, InOut if read as well; through copies, loops and branches.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def wr(self, x: pl.Tensor[[64], pl.FP32], only_w: pl.Tensor[[64], pl.FP32], rw: pl.Tensor[[64], pl.FP32], n: pl.Scalar[pl.INDEX]) -> tuple[pl.Tensor[[64], pl.FP32], pl.Tensor[[64], pl.FP32]]:
        for i, (w, m) in pl.range(0, 4, init_values=(only_w, rw)):
            t: pl.Tile[[16], pl.FP32] = pl.load(x, [i * 16], [16])
            old: pl.Tile[[16], pl.FP32] = pl.load(m, [i * 16], [16])
            w1: pl.Tensor[[64], pl.FP32] = pl.store(t, [i * 16], w)
            m1: pl.Tensor[[64], pl.FP32] = pl.store(pl.tile.add(old, t), [i * 16], m)
            w_rv, m_rv = pl.yield_(w1, m1)
        return w_rv, m_rv

    @pl.function(type=pl.FunctionType.InCore)
    def branch(self, x: pl.Tensor[[16], pl.FP32], a: pl.Tensor[[16], pl.FP32], b: pl.Tensor[[16], pl.FP32], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16], pl.FP32]:
        t: pl.Tile[[16], pl.FP32] = pl.load(x, [0], [16])
        if n == 0:
            r = a
        else:
            r = b
        r1: pl.Tensor[[16], pl.FP32] = pl.store(t, [0], r)
        return r1

    @pl.function(type=pl.FunctionType.InCore)
    def view(self, x: pl.Tensor[[16], pl.FP32], a: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
        t: pl.Tile[[16], pl.FP32] = pl.load(x, [0], [16])
        w = pl.tensor.slice(a, [16], [16])
        w1 = pl.store(t, [0], w)
        return a
