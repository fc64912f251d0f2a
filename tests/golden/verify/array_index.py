# An array knows how long it is.
import pypto.language as pl


@pl.program
class ArrayIndex:
    @pl.function
    def past(self, n: pl.Scalar[pl.INT32]) -> pl.Scalar[pl.INT32]:
        t = pl.array.create(4, pl.INT32)
        t[0] = n
        a = t[4]  # error: [wrong-operand]
        return a
