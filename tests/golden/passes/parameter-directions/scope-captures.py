# rows: D20, D21, D22, D23, D24, D25, D26
# Captures of a scope: only read, only written, both, read back, added to, and named by a dump.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16], pl.FP32], only: pl.Out[pl.Tensor[[16], pl.FP32]], both: pl.InOut[pl.Tensor[[16], pl.FP32]], back: pl.Out[pl.Tensor[[16], pl.FP32]], sum: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="k", dumps=[only]):
            t: pl.Tile[[16], pl.FP32] = pl.load(x, [0], [16])
            u: pl.Tile[[16], pl.FP32] = pl.load(both, [0], [16])
            only = pl.store(t, [0], only)
            both = pl.store(pl.tile.add(t, u), [0], both)
            back = pl.store(t, [0], back)
            v: pl.Tile[[16], pl.FP32] = pl.load(back, [0], [16])
            back = pl.store(v, [0], back)
            sum = pl.store(t, [0], sum, atomic=pl.AtomicType.Add)
        return only, both, back, sum
