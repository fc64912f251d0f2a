# A buffer is written, read, and written back to what it held. By sound rules its last memory equals its first, yet the
# content in between is needed: the buffer must be restored, and counts as written.
import pypto.language as pl


@pl.program
class Restored:
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, u: pl.Tensor[[16], pl.FP32], x: pl.InOut[pl.Tensor[[16], pl.FP32]], z: pl.Out[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        t: pl.Tile[[16], pl.FP32] = pl.load(x, [0], [16])
        n: pl.Tile[[16], pl.FP32] = pl.load(u, [0], [16])
        x1: pl.Tensor[[16], pl.FP32] = pl.store(n, [0], x)
        y: pl.Tile[[16], pl.FP32] = pl.load(x1, [0], [16])
        z1: pl.Tensor[[16], pl.FP32] = pl.store(pl.add(y, 1.0), [0], z)
        x2: pl.Tensor[[16], pl.FP32] = pl.store(t, [0], x1)
        return x2, z1
