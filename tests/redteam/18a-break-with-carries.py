# A loop that breaks and continues inside a branch, with carries.
import pypto.language as pl


@pl.program
class Breaks:
    @pl.function
    def main(self, x: pl.Tensor[[16], pl.FP32], o: pl.InOut[pl.Tensor[[16], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16], pl.FP32]:
        k: pl.Scalar[pl.INDEX] = 0
        for i in pl.range(4):
            if i == n:
                break
            if i == 1:
                k = k + 8
                continue
            s: pl.Tensor[[8], pl.FP32] = pl.slice(x, [8], [k])
            o = pl.assemble(o, s, [8 - k])
        return o
