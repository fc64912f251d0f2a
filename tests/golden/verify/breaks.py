# Only loops whose trips are one after the other can be left, and nothing runs after leaving one.
import pypto.language as pl


@pl.program
class Breaks:
    @pl.function
    def parallel(self, n: pl.Scalar[pl.INDEX]):
        for i in pl.parallel(4):
            if i == n:
                break  # error: [jump-place]

    @pl.function
    def task(self, n: pl.Scalar[pl.INDEX]):
        for i in pl.range(4):
            with pl.at(level=pl.Level.CORE_GROUP):
                if i == n:
                    continue  # error: [jump-place]
