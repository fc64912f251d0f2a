# Case 55-no-self-alias-line.
# Elsewhere: copies came out as declarations of a name by itself.
# Right: one task, no copies.
import pypto.language as pl


@pl.program
class Copies:
    @pl.function(type=pl.FunctionType.InCore)
    def bump(
        self,
        a: pl.Tensor[[9, 16], pl.FP32],
        o: pl.Out[pl.Tensor[[9, 16], pl.FP32]],
    ) -> pl.Tensor[[9, 16], pl.FP32]:
        t: pl.Tile[[9, 16], pl.FP32] = pl.load(a, [0, 0], [9, 16])
        r: pl.Tensor[[9, 16], pl.FP32] = pl.store(t, [0, 0], o)
        return r

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(
        self,
        a: pl.Tensor[[9, 16], pl.FP32],
        o: pl.Out[pl.Tensor[[9, 16], pl.FP32]],
    ) -> pl.Tensor[[9, 16], pl.FP32]:
        keep = a
        a2 = keep
        o2 = o
        o3 = self.bump(a2, o2)
        o = o3
        keep2 = o
        return keep2
