# A surviving kernel whose first parameter is read again after its second was written: one call site passes distinct
# buffers, another the same one twice.
import pypto.language as pl


@pl.program
class AliasedSite:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, a: pl.Tensor[[16], pl.FP32], o: pl.InOut[pl.Tensor[[16], pl.FP32]], o2: pl.Out[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        t: pl.Tile[[16], pl.FP32] = pl.load(a, [0], [16])
        ow: pl.Tensor[[16], pl.FP32] = pl.store(pl.add(t, 1.0), [0], o)
        t2: pl.Tile[[16], pl.FP32] = pl.load(a, [0], [16])
        o2w: pl.Tensor[[16], pl.FP32] = pl.store(t2, [0], o2)
        return ow, o2w

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.InOut[pl.Tensor[[16], pl.FP32]], y: pl.InOut[pl.Tensor[[16], pl.FP32]], z: pl.InOut[pl.Tensor[[16], pl.FP32]], w: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        y1, z1 = self.k(x, y, z)
        x1, w1 = self.k(x, x, w)
        return x1, y1, z1, w1
