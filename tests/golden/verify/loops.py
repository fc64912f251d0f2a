# A value keeps its type through the trips of a loop and through both sides of a branch.
import pypto.language as pl


@pl.program
class Loops:
    @pl.function
    def carried(self, a: pl.Tensor[[4], pl.FP32], b: pl.Tensor[[8], pl.FP32]) -> pl.Tensor[[4], pl.FP32]:
        for i, (acc,) in pl.range(4, init_values=(a,)):
            out = pl.yield_(b)  # error: [carry-type]
        return a

    @pl.function
    def merged(
        self, a: pl.Tensor[[4], pl.FP32], b: pl.Tensor[[8], pl.FP32], c: pl.Scalar[pl.BOOL]
    ) -> pl.Tensor[[4], pl.FP32]:
        if c:
            out = pl.yield_(a)
        else:
            out = pl.yield_(b)  # error: [branch-type]
        return a
