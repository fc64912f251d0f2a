# Case 02-inline-scalar-param-is-by-value.
# Elsewhere: the splice assigned the caller's scalar, so the difference was always 0.
# Right: a scalar parameter is a value: gap is 4 * by for every base.
import pypto.language as pl


@pl.program
class CursorStep:
    @pl.function(type=pl.FunctionType.Inline)
    def advance(self, cur: pl.Scalar[pl.INDEX], by: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
        cur = cur + by * 4
        return cur

    @pl.function
    def main(self, base: pl.Scalar[pl.INDEX], by: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
        nxt: pl.Scalar[pl.INDEX] = self.advance(base, by)
        gap: pl.Scalar[pl.INDEX] = nxt - base
        return gap
