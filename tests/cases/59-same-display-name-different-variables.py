# Case 59-same-display-name-different-variables.
# Elsewhere: two things of one display name became one.
# Right: in a text the string is the identity of a symbol, so ROWS_A and ROWS_B are one; variables of the
# tool never print alike.
import pypto.language as pl

ROWS_A = pl.dynamic("M")
ROWS_B = pl.dynamic("M")


@pl.program
class TwoMs:
    @pl.function(type=pl.FunctionType.InCore)
    def k(
        self,
        a: pl.Tensor[[ROWS_A, 16], pl.FP32],
        b: pl.Tensor[[ROWS_B, 16], pl.FP32],
        o: pl.Out[pl.Tensor[[ROWS_B, 16], pl.FP32]],
    ) -> pl.Tensor[[ROWS_B, 16], pl.FP32]:
        t: pl.Tile[[8, 16], pl.FP32] = pl.load(a, [0, 0], [8, 16])
        u: pl.Tile[[8, 16], pl.FP32] = pl.load(b, [0, 0], [8, 16])
        r: pl.Tensor[[ROWS_B, 16], pl.FP32] = pl.store(pl.add(t, u), [0, 0], o)
        return r
