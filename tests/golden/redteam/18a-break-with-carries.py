# pypto.program: Breaks
import pypto.language as pl


@pl.program
class Breaks:
    @pl.function
    def main(
        self,
        x: pl.Tensor[[16], pl.FP32],
        o: pl.InOut[pl.Tensor[[16], pl.FP32]],
        n: pl.Scalar[pl.INDEX],
    ) -> pl.Tensor[[16], pl.FP32]:
        for i, (o_1, k) in pl.range(4, init_values=(o, 0)):
            if i == n:
                pl.yield_(o_1, k)
                break
            if i == 1:
                k_1: pl.Scalar[pl.INDEX] = k + 8
                pl.yield_(o_1, k_1)
                continue
            s: pl.Tensor[[8], pl.FP32] = pl.tensor.slice(x, [8], [k])
            o_2: pl.Tensor[[16], pl.FP32] = pl.tensor.assemble(o_1, s, [8 - k])
            o_3, k_2 = pl.yield_(o_2, k)
        return o_3

