# rows: D20
# Hints name functions; the same hint again gets a number, in another function that function's name; hinted scopes count for the numbers of the others.
import pypto.language as pl


@pl.program
class P:
    @pl.function
    def first(self, x: pl.Tensor[[16], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="dup"):
            y = pl.tensor.add(x, x)
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="dup"):
            z = pl.tensor.add(y, y)
        with pl.at(level=pl.Level.CORE_GROUP):
            w = pl.tensor.add(z, z)
        return w

    @pl.function
    def second(self, x: pl.Tensor[[16], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="dup"):
            y = pl.tensor.add(x, x)
        return y
