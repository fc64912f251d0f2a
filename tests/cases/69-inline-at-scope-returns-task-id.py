# Case 69-inline-at-scope-returns-task-id.
# Elsewhere: the dependency on a scope inside the helper was lost.
# Right: `use` waits for `pack` although box is not tracked; y is 2 * x + 1.
import pypto.language as pl


@pl.program
class HelperTid:
    @pl.function(type=pl.FunctionType.Inline)
    def pack(
        self,
        x: pl.Tensor[[32, 32], pl.FP32],
        box: pl.Tensor[[32, 32], pl.FP32],
    ) -> tuple[pl.Tensor[[32, 32], pl.FP32], pl.Scalar[pl.TASK_ID]]:
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="pack") as t:
            box = pl.assemble(box, pl.mul(x, 2.0), [0, 0])
        return box, t

    @pl.function
    def main(
        self,
        x: pl.Tensor[[32, 32], pl.FP32],
        y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
    ) -> pl.Tensor[[32, 32], pl.FP32]:
        box: pl.Tensor[[32, 32], pl.FP32] = pl.create_tensor([32, 32], dtype=pl.FP32, manual_dep=True)
        box, t = self.pack(x, box)
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="use", deps=[t]):
            y = pl.assemble(y, pl.add(box, 1.0), [0, 0])
        return y
