# A90 A91 A95 A96: calls nested in operands, bounds and subscripts are evaluated where they stand, innermost first.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.Inline)
    def half(self, n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
        return n // 2

    @pl.function
    def main(self, n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
        k = self.half(self.half(n)) + 1
        s = 0
        for i in pl.range(self.half(n)):
            s = s + self.half(i)
        return k + s
