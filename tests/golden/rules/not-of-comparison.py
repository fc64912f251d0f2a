# A comparison negated is the opposite one. Not of floats: no comparison holds of what is no number.
import pypto.language as pl


@pl.program
class Example:
    @pl.function
    def f(self, i: pl.Scalar[pl.INDEX], n: pl.Scalar[pl.INDEX]):
        r = not i < n
        return r
