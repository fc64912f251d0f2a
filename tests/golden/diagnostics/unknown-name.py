import pypto.language as pl


@pl.program
class P:
    @pl.function
    def main(self, count: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
        total = cuont + 1
        again = cuont * 2
        for i in pl.range(4):
            total = total + i
        return total + i
