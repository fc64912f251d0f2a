# Conditions are truth values, bounds and counts are integers.
import pypto.language as pl


@pl.program
class Conditions:
    @pl.function
    def main(self, n: pl.Scalar[pl.INDEX], f: pl.Scalar[pl.FP32]) -> pl.Scalar[pl.INDEX]:
        k = n
        if n:  # error: [condition-not-bool]
            k = k + 1
        while k:  # error: [condition-not-bool]
            k = k - 1
        for i in pl.range(f):  # error: [bound-not-integer]
            k = k + i
        return k
