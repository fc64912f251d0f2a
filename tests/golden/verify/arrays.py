# rows: D111
# Arrays stay in their function.
import pypto.language as pl


@pl.program
class Arrays:
    @pl.function
    def takes(self, t: pl.Array[4, pl.INT32]) -> pl.Scalar[pl.INT32]:  # error: [array-escapes]
        a = t[0]
        return a

    @pl.function
    def gives(self, n: pl.Scalar[pl.INT32]) -> pl.Array[4, pl.INT32]:  # error: [array-escapes]
        t = pl.array.create(4, pl.INT32)
        t[0] = n
        return t

    @pl.function
    def takes_in_a_tuple(self, t: pl.Tuple[pl.Scalar[pl.INT32], pl.Array[4, pl.INT32]]) -> pl.Scalar[pl.INT32]:  # error: [array-escapes]
        a = t[0]
        return a

    @pl.function(type=pl.FunctionType.Inline)
    def spliced(self, t: pl.Array[4, pl.INT32], n: pl.Scalar[pl.INT32]):
        t[1] = n
