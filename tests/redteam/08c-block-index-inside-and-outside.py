# The block index outside the grid is another value than the one inside.
import pypto.language as pl


@pl.program
class BlockIndex:
    @pl.function
    def main(self, x: pl.Tensor[[16, 16], pl.FP32], o: pl.InOut[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        for b in pl.spmd(4):
            r = b * 4
            o[r : r + 4, :] = pl.mul(x[r : r + 4, :], 2.0)
        for c in pl.spmd(2):
            q = c * 8
            o[q : q + 8, :] = pl.add(o[q : q + 8, :], 1.0)
        return o
