# rows: D22, D30, D31
# Stores for their effect only: what was written comes back from the call, through branches and loops, and two scopes share one carry.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[64], pl.FP32], o: pl.Out[pl.Tensor[[64], pl.FP32]], p: pl.Out[pl.Tensor[[64], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> tuple[pl.Tensor[[64], pl.FP32], pl.Tensor[[64], pl.FP32]]:
        for i in pl.range(4):
            with pl.at(level=pl.Level.CORE_GROUP):
                t: pl.Tile[[16], pl.FP32] = pl.load(x, [i * 16], [16])
                pl.store(t, [i * 16], o)
            if n == i:
                with pl.at(level=pl.Level.CORE_GROUP):
                    u: pl.Tile[[16], pl.FP32] = pl.load(x, [0], [16])
                    pl.store(u, [i * 16], o)
                    pl.store(u, [i * 16], p)
            else:
                with pl.at(level=pl.Level.CORE_GROUP):
                    u: pl.Tile[[16], pl.FP32] = pl.load(x, [16], [16])
                    pl.store(u, [i * 16], p)
            if n == 1:
                with pl.at(level=pl.Level.CORE_GROUP):
                    v: pl.Tile[[16], pl.FP32] = pl.load(o, [16], [16])
                    pl.store(v, [i * 16], p)
        return o, p
