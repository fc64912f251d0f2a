# rows: D33, D34
# A task id, deps, or early resolve make it a submission.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]], p: pl.Out[pl.Tensor[[16], pl.FP32]], q: pl.Out[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="first") as tid:
            t: pl.Tile[[16], pl.FP32] = pl.load(x, [0], [16])
            o = pl.store(t, [0], o)
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="second", deps=[tid]):
            u: pl.Tile[[16], pl.FP32] = pl.load(x, [0], [16])
            p = pl.store(u, [0], p)
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="third", allow_early_resolve=True):
            v: pl.Tile[[16], pl.FP32] = pl.load(x, [0], [16])
            q = pl.store(v, [0], q)
        return o, p, q
