# pypto.program: Nest
import pypto.language as pl


@pl.program
class Nest:
    @pl.function
    def main(
        self,
        x: pl.InOut[pl.Tensor[[16], pl.FP32]],
        y: pl.InOut[pl.Tensor[[16], pl.FP32]],
        s: pl.Tensor[[8], pl.FP32],
    ) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        for i0, (x_1, y_1) in pl.range(2, init_values=(x, y)):
            for i4, (x_2, y_2) in pl.range(2, init_values=(x_1, y_1)):
                for i8, (x_3, y_3) in pl.range(2, init_values=(x_2, y_2)):
                    x_4: pl.Tensor[[16], pl.FP32] = pl.tensor.assemble(x_3, s, [0])
                    z: pl.Tensor[[16], pl.FP32] = pl.tensor.add(x_4, y_3)
                    y_4: pl.Tensor[[16], pl.FP32] = pl.tensor.assemble(y_3, z, [0])
                    x_5, y_5 = pl.yield_(x_4, y_4)
                x_6, y_6 = pl.yield_(x_5, y_5)
            x_7, y_7 = pl.yield_(x_6, y_6)
        return x_7, y_7

