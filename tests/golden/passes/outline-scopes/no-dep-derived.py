# rows: D32, D76
# passes: outline-scopes, parameter-directions, return-order, call-directions
# ... and are NoDep once directions are derived.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16], pl.FP32], w: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="k", no_dep_args=[w]):
            t: pl.Tile[[16], pl.FP32] = pl.load(x, [0], [16])
            u: pl.Tile[[16], pl.FP32] = pl.load(w, [0], [16])
            o = pl.store(pl.tile.add(t, u), [0], o)
        return o
