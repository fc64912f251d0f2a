# rows: D45
# Tile stores and element writes to one tensor in one kernel: an error, also through a view and a carry.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[64], pl.FP32]]) -> pl.Tensor[[64], pl.FP32]:
        t: pl.Tile[[16], pl.FP32] = pl.load(x, [0], [16])
        o1: pl.Tensor[[64], pl.FP32] = pl.store(t, [0], o)
        for i, (c,) in pl.range(0, 4, init_values=(o1,)):
            w = pl.tensor.slice(c, [16], [16])
            v: pl.Scalar[pl.FP32] = pl.tensor.read(x, [i])
            pl.tensor.write(w, [i], v)
            r = pl.yield_(c)
        return r
