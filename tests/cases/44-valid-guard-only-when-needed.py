# Case 44-valid-guard-only-when-needed.
# Elsewhere: each dependency was tested at run time though a fresh id is always valid.
# Right: only `last` inside the loop may be invalid, on the first trip.
import pypto.language as pl


@pl.program
class Guards:
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
    ) -> pl.Tensor[[64, 16], pl.FP32]:
        with pl.manual_scope():
            y, head = pl.submit(self.job, x, 0, y)
            last = None
            for i in pl.range(1, 6):
                row: pl.Scalar[pl.INDEX] = i * 8
                y, last = pl.submit(self.job, x, row, y, deps=[head, last])
            y, _ = pl.submit(self.job, x, 48, y, deps=[last])
        return y
