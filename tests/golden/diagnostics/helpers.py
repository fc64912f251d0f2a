# What a class may hold beside functions of the program, and how it is called by mistake.
import pypto.language as pl


@pl.program
class Helpers:
    def plain(self, x):
        return [y for y in x if y]

    @pl.function
    def scale(self, x: pl.Tensor[[16], pl.FP32], by: pl.Scalar[pl.FP32] = 2.0) -> pl.Tensor[[16], pl.FP32]:
        return pl.mul(x, by)

    @pl.function
    def main(self, x: pl.Tensor[[16], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        a = self.plain(x)
        b = self.scale(by=3.0)
        c = self.scale(x, x=x)
        d = self.scale(x, factor=3.0)
        for i in pl.range(3):
            if i == 1:
                return x
        if x[0] > 1.0:
            if x[1] > 1.0:
                return x
            b = x
        elif x[2] > 1.0:
            return b
        return x
