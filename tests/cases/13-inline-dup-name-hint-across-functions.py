# Case 13-inline-dup-name-hint-across-functions.
# Elsewhere: the name of the scope in the helper was used for several kernels.
# Right: three kernels with three names that do not change from run to run; each caller keeps its own
# arguments.
import pypto.language as pl


@pl.program
class TwoCallers:
    @pl.function(type=pl.FunctionType.Inline)
    def tidy(
        self,
        x: pl.Tensor[[8, 40], pl.FP32],
        y: pl.Out[pl.Tensor[[8, 40], pl.FP32]],
    ) -> pl.Tensor[[8, 40], pl.FP32]:
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="tidy_scope"):
            y = pl.assemble(y, pl.exp(x), [0, 0])
        return y

    @pl.function
    def left(
        self, x: pl.Tensor[[8, 40], pl.FP32], y: pl.Out[pl.Tensor[[8, 40], pl.FP32]]
    ) -> pl.Tensor[[8, 40], pl.FP32]:
        y = self.tidy(x, y)
        y = self.tidy(y, y)
        return y

    @pl.function
    def right(
        self, x: pl.Tensor[[8, 40], pl.FP32], y: pl.Out[pl.Tensor[[8, 40], pl.FP32]]
    ) -> pl.Tensor[[8, 40], pl.FP32]:
        y = self.tidy(x, y)
        return y
