# Case r40-manual-scope-chain.
# Right: the second task waits for the first, the third for both.
import pypto.language as pl


@pl.program
class Chain:
    @pl.function(type=pl.FunctionType.InCore)
    def first(self, x: pl.Tensor[[64], pl.FP32], o: pl.Out[pl.Tensor[[64], pl.FP32]]) -> pl.Tensor[[64], pl.FP32]:
        t: pl.Tile[[64], pl.FP32] = pl.load(x, [0], [64])
        w: pl.Tensor[[64], pl.FP32] = pl.store(t, [0], o)
        return w

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[64], pl.FP32], tmp: pl.Out[pl.Tensor[[64], pl.FP32]], out: pl.Out[pl.Tensor[[64], pl.FP32]]) -> pl.Tensor[[64], pl.FP32]:
        with pl.manual_scope():
            tmp, t0 = pl.submit(self.first, x, tmp)
            out, t1 = pl.submit(self.first, tmp, out, deps=[t0])
            out, t2 = pl.submit(self.first, x, out, deps=[t0, t1])
        return out
