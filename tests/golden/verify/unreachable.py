# Nothing runs after leaving a loop.
import pypto.language as pl


@pl.program
class Unreachable:
    @pl.function
    def after(self, n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
        k = n
        for i in pl.range(4):
            if i == n:
                break
                k = k + 1  # warning: [unreachable]
            k = k + i
        return k

    @pl.function
    def sound(self, n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
        k = n
        while k < 10:
            k = k + 1
            if k == 7:
                break
        return k
