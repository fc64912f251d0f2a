# rows: D20
# What a scope asks for is an attribute of its function; lanes too.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16, 16], pl.FP32], o: pl.Out[pl.Tensor[[16, 16], pl.FP32]], p: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> tuple[pl.Tensor[[16, 16], pl.FP32], pl.Tensor[[16, 16], pl.FP32]]:
        with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.split(pl.SplitMode.UP_DOWN)], name_hint="auto"):
            t: pl.Tile[[16, 16], pl.FP32] = pl.load(x, [0, 0], [16, 16])
            o = pl.store(t, [0, 0], o)
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="lanes"):
            for lane in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):
                u: pl.Tile[[8, 16], pl.FP32] = pl.load(x, [lane * 8, 0], [8, 16])
                p = pl.store(u, [lane * 8, 0], p)
        return o, p
