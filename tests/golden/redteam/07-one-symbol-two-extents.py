# pypto.program: TwoExtents
import pypto.language as pl


@pl.program
class TwoExtents:
    @pl.function
    def main(
        self,
        x: pl.Tensor[[16], pl.FP32],
        y: pl.Tensor[[32], pl.FP32],
        o: pl.InOut[pl.Tensor[[32], pl.FP32]],
    ) -> pl.Tensor[[32], pl.FP32]:
        for i, (o_1,) in pl.range(0, 32, 8, init_values=(o,)):
            s: pl.Tensor[[8], pl.FP32] = pl.tensor.slice(y, [8], [i])
            o_2: pl.Tensor[[32], pl.FP32] = pl.tensor.assemble(o_1, s, [i])
            o_3: pl.Tensor[[32], pl.FP32] = pl.yield_(o_2)
        for j, (o_4,) in pl.range(0, 16, 8, init_values=(o_3,)):
            s2: pl.Tensor[[8], pl.FP32] = pl.tensor.slice(x, [8], [j])
            o_5: pl.Tensor[[32], pl.FP32] = pl.tensor.assemble(o_4, s2, [j])
            o_6: pl.Tensor[[32], pl.FP32] = pl.yield_(o_5)
        return o_6

