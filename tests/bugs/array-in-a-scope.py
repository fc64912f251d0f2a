# What a scope does was not part of what is chosen from, only what it gives: of a number in an array that nobody reads, the
# first text of its class was printed, and that changed once `pl.scope()` stood round the whole body.
import pypto.language as pl


@pl.program
class Unseen:
    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, n: pl.Scalar[pl.INDEX]):
        n = (n - 5) // 2
        a = pl.array.create(4, pl.INDEX)
        a[0] = n
        a[1] = (n - 5) // 2
        a[2] = n
        a[3] = n
