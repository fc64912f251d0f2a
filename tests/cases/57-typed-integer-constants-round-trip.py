# Case 57-typed-integer-constants-round-trip.
# Elsewhere: constants lost their types at each round trip.
# Right: seven as INT32, as INT64 and as INDEX are three constants; large and negative ones survive.
import pypto.language as pl


@pl.program
class TypedConsts:
    @pl.function
    def main(
        self,
        a: pl.Scalar[pl.INT32],
        b: pl.Scalar[pl.INT64],
        i: pl.Scalar[pl.INDEX],
    ) -> pl.Scalar[pl.INT64]:
        p: pl.Scalar[pl.INT32] = a + pl.const(7, pl.INT32)
        q: pl.Scalar[pl.INT64] = b * pl.const(7, pl.INT64)
        r: pl.Scalar[pl.INDEX] = i + 7
        s: pl.Scalar[pl.INT64] = q + pl.const(-9223372036854775807, pl.INT64)
        return s
