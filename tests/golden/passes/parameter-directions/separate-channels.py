# rows: D45
# Two tensors, each one way; a loop that fills with a constant is one store.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[64], pl.FP32]], p: pl.Out[pl.Tensor[[16], pl.FP32]], q: pl.Out[pl.Tensor[[64], pl.FP32]]) -> pl.Tensor[[64], pl.FP32]:
        t: pl.Tile[[16], pl.FP32] = pl.load(x, [0], [16])
        o1: pl.Tensor[[64], pl.FP32] = pl.store(t, [0], o)
        v: pl.Scalar[pl.FP32] = pl.tensor.read(x, [3])
        pl.tensor.write(p, [0], v)
        q1: pl.Tensor[[64], pl.FP32] = pl.store(t, [0], q)
        for i in pl.range(16):
            pl.tensor.write(q, [i], 0.0)
        return o1
