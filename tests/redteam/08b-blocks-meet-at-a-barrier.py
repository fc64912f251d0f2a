# Each block writes its part, all meet, and each reads the part of block 0. The read may not go before the barrier.
import pypto.language as pl


@pl.program
class Barrier:
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, x: pl.Tensor[[16, 16], pl.FP32], out: pl.InOut[pl.Tensor[[16, 16], pl.FP32]], res: pl.InOut[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        for b in pl.spmd(4):
            t: pl.Tile[[4, 16], pl.FP32] = pl.load(x, [b * 4, 0], [4, 16])
            out1: pl.Tensor[[16, 16], pl.FP32] = pl.store(pl.add(t, 1.0), [b * 4, 0], out)
            pl.system.syncall()
            u: pl.Tile[[4, 16], pl.FP32] = pl.load(out1, [12, 0], [4, 16])
            res = pl.store(u, [b * 4, 0], res)
        return res
