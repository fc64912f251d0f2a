# Case 64-diagnostics-have-line-and-caret.
# Elsewhere: the first mistake ended the run, far from its place.
# Right: two errors, each under its line: the member UpDown, and the name tt.
import pypto.language as pl


@pl.program
class Mistakes:
    @pl.function(type=pl.FunctionType.InCore, attrs={"split": pl.SplitMode.UpDown})
    def k(
        self,
        x: pl.Tensor[[8, 16], pl.FP32],
        o: pl.Out[pl.Tensor[[8, 16], pl.FP32]],
    ) -> pl.Tensor[[8, 16], pl.FP32]:
        t: pl.Tile[[8, 16], pl.FP32] = pl.load(x, [0, 0], [8, 16])
        r: pl.Tensor[[8, 16], pl.FP32] = pl.store(tt, [0, 0], o)
        return r
