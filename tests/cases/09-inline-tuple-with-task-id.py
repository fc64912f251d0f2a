# Case 09-inline-tuple-with-task-id.
# Elsewhere: the number of results was read from the annotation, which is one tuple, and not from the
# return.
# Right: two submits; the second depends on exactly the first.
import pypto.language as pl


@pl.program
class TidPair:
    @pl.function(type=pl.FunctionType.InCore)
    def warm(
        self,
        x: pl.Tensor[[32, 32], pl.FP32],
        y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
    ) -> pl.Tensor[[32, 32], pl.FP32]:
        t: pl.Tile[[32, 32], pl.FP32] = pl.load(x, [0, 0], [32, 32])
        r: pl.Tensor[[32, 32], pl.FP32] = pl.store(t, [0, 0], y)
        return r

    @pl.function(type=pl.FunctionType.Inline)
    def launch(
        self,
        x: pl.Tensor[[32, 32], pl.FP32],
        y: pl.Tensor[[32, 32], pl.FP32],
    ) -> tuple[pl.Tensor[[32, 32], pl.FP32], pl.Scalar[pl.TASK_ID]]:
        y, tid = pl.submit(self.warm, x, y)
        return y, tid

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(
        self,
        x: pl.Tensor[[32, 32], pl.FP32],
        y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
        z: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
    ) -> pl.Tensor[[32, 32], pl.FP32]:
        y, first = self.launch(x, y)
        z, _ = pl.submit(self.warm, x, z, deps=[first])
        return z
