# rows: D22, D30, D31
# Scopes store to what is local: a window made in each trip, a tensor made in a scope of an arm, one made before a branch. The
# next scope uses what the one before gave back; only what lives before a loop is carried by it, and a window not at all.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16], pl.FP32], res: pl.Out[pl.Tensor[[64], pl.FP32]], sum_: pl.Out[pl.Tensor[[16], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> tuple[pl.Tensor[[64], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        buf: pl.Tensor[[16], pl.FP32] = pl.create_tensor([16], dtype=pl.FP32)
        for p in pl.range(4):
            plane = pl.tensor.slice(res, [16], [p * 16])
            with pl.at(level=pl.Level.CORE_GROUP):
                t: pl.Tile[[16], pl.FP32] = pl.load(x, [0], [16])
                pl.store(t, [0], plane)
            with pl.at(level=pl.Level.CORE_GROUP):
                t: pl.Tile[[16], pl.FP32] = pl.load(plane, [0], [16])
                pl.store(pl.tile.exp(t), [0], plane)
                pl.store(t, [0], buf)
            if n == p:
                own: pl.Tensor[[16], pl.FP32] = pl.create_tensor([16], dtype=pl.FP32)
                for b in pl.spmd(2):
                    half: pl.Tile[[8], pl.FP32] = pl.load(plane, [b * 8], [8])
                    pl.store(half, [b * 8], own)
                with pl.at(level=pl.Level.CORE_GROUP):
                    t: pl.Tile[[16], pl.FP32] = pl.load(own, [0], [16])
                    pl.store(t, [0], plane)
                    pl.store(t, [0], buf)
        with pl.at(level=pl.Level.CORE_GROUP):
            t: pl.Tile[[16], pl.FP32] = pl.load(buf, [0], [16])
            pl.store(t, [0], sum_)
        return res, sum_
