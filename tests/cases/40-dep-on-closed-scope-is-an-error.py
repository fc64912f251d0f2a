# Case 40-dep-on-closed-scope-is-an-error.
# Elsewhere: the dependency was dropped in silence.
# Right: an error that names inner_id, the submit and the scope that closed.
import pypto.language as pl


@pl.program
class LateDep:
    @pl.function(type=pl.FunctionType.InCore)
    def job(
        self,
        x: pl.Tensor[[64, 16], pl.FP32],
        row: pl.Scalar[pl.INDEX],
        y: pl.Out[pl.Tensor[[64, 16], pl.FP32]],
    ) -> pl.Tensor[[64, 16], pl.FP32]:
        t: pl.Tile[[8, 16], pl.FP32] = pl.load(x, [row, 0], [8, 16])
        r: pl.Tensor[[64, 16], pl.FP32] = pl.store(pl.add(t, 1.0), [row, 0], y)
        return r

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(
        self,
        x: pl.Tensor[[64, 16], pl.FP32],
        y: pl.Out[pl.Tensor[[64, 16], pl.FP32]],
        z: pl.Out[pl.Tensor[[64, 16], pl.FP32]],
    ) -> pl.Tensor[[64, 16], pl.FP32]:
        with pl.manual_scope():
            y, inner_id = pl.submit(self.job, x, 0, y)
        z, _ = pl.submit(self.job, y, 0, z, deps=[inner_id])
        return z
