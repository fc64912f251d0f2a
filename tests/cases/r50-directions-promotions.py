# Case r50-directions-promotions.
# Right: first writer of a local: output_existing; later writers, parameters that are InOut and sequential
# loops: inout.
import pypto.language as pl


@pl.program
class Dirs:
    @pl.function(type=pl.FunctionType.AIV)
    def w(self, x: pl.Tensor[[16, 16], pl.FP32], o: pl.Out[pl.Tensor[[16, 16], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16, 16], pl.FP32]:
        t: pl.Tile[[16, 16], pl.FP32] = pl.load(x, [n, 0], [16, 16])
        s: pl.Tensor[[16, 16], pl.FP32] = pl.store(t, [0, 0], o)
        return o

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16, 16], pl.FP32], o: pl.Out[pl.Tensor[[16, 16], pl.FP32]], io: pl.InOut[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        l1: pl.Tensor[[16, 16], pl.FP32] = pl.create_tensor([16, 16], dtype=pl.FP32)
        a: pl.Tensor[[16, 16], pl.FP32] = self.w(x, l1, 0)
        b: pl.Tensor[[16, 16], pl.FP32] = self.w(x, a, 1)
        c: pl.Tensor[[16, 16], pl.FP32] = self.w(b, io, 2)
        for i, (cur,) in pl.parallel(0, 4, init_values=(o,)):
            d: pl.Tensor[[16, 16], pl.FP32] = self.w(c, cur, i)
            o1 = pl.yield_(d)
        for j, (cur2,) in pl.range(0, 4, init_values=(o1,)):
            e: pl.Tensor[[16, 16], pl.FP32] = self.w(x, cur2, j)
            o2 = pl.yield_(e)
        return o2
