# pypto.program: Chain
import pypto.language as pl


@pl.program
class Chain:
    @pl.function
    def main(
        self,
        x: pl.InOut[pl.Tensor[[16], pl.FP32]],
        s: pl.Tensor[[8], pl.FP32],
    ) -> pl.Tensor[[16], pl.FP32]:
        x_1: pl.Tensor[[16], pl.FP32] = pl.tensor.assemble(x, s, [0])
        y: pl.Tensor[[16], pl.FP32] = pl.tensor.adds(x_1, 1.0)
        x_2: pl.Tensor[[16], pl.FP32] = pl.tensor.assemble(x_1, y, [0])
        y_1: pl.Tensor[[16], pl.FP32] = pl.tensor.adds(x_2, 2.0)
        x_3: pl.Tensor[[16], pl.FP32] = pl.tensor.assemble(x_2, y_1, [0])
        y_2: pl.Tensor[[16], pl.FP32] = pl.tensor.adds(x_3, 3.0)
        x_4: pl.Tensor[[16], pl.FP32] = pl.tensor.assemble(x_3, y_2, [0])
        y_3: pl.Tensor[[16], pl.FP32] = pl.tensor.adds(x_4, 4.0)
        x_5: pl.Tensor[[16], pl.FP32] = pl.tensor.assemble(x_4, y_3, [0])
        y_4: pl.Tensor[[16], pl.FP32] = pl.tensor.adds(x_5, 5.0)
        x_6: pl.Tensor[[16], pl.FP32] = pl.tensor.assemble(x_5, y_4, [0])
        y_5: pl.Tensor[[16], pl.FP32] = pl.tensor.adds(x_6, 6.0)
        x_7: pl.Tensor[[16], pl.FP32] = pl.tensor.assemble(x_6, y_5, [0])
        y_6: pl.Tensor[[16], pl.FP32] = pl.tensor.adds(x_7, 7.0)
        x_8: pl.Tensor[[16], pl.FP32] = pl.tensor.assemble(x_7, y_6, [0])
        y_7: pl.Tensor[[16], pl.FP32] = pl.tensor.adds(x_8, 8.0)
        x_9: pl.Tensor[[16], pl.FP32] = pl.tensor.assemble(x_8, y_7, [0])
        y_8: pl.Tensor[[16], pl.FP32] = pl.tensor.adds(x_9, 9.0)
        x_10: pl.Tensor[[16], pl.FP32] = pl.tensor.assemble(x_9, y_8, [0])
        y_9: pl.Tensor[[16], pl.FP32] = pl.tensor.adds(x_10, 10.0)
        x_11: pl.Tensor[[16], pl.FP32] = pl.tensor.assemble(x_10, y_9, [0])
        y_10: pl.Tensor[[16], pl.FP32] = pl.tensor.adds(x_11, 11.0)
        x_12: pl.Tensor[[16], pl.FP32] = pl.tensor.assemble(x_11, y_10, [0])
        y_11: pl.Tensor[[16], pl.FP32] = pl.tensor.adds(x_12, 12.0)
        x_13: pl.Tensor[[16], pl.FP32] = pl.tensor.assemble(x_12, y_11, [0])
        y_12: pl.Tensor[[16], pl.FP32] = pl.tensor.adds(x_13, 13.0)
        x_14: pl.Tensor[[16], pl.FP32] = pl.tensor.assemble(x_13, y_12, [0])
        y_13: pl.Tensor[[16], pl.FP32] = pl.tensor.adds(x_14, 14.0)
        x_15: pl.Tensor[[16], pl.FP32] = pl.tensor.assemble(x_14, y_13, [0])
        y_14: pl.Tensor[[16], pl.FP32] = pl.tensor.adds(x_15, 15.0)
        x_16: pl.Tensor[[16], pl.FP32] = pl.tensor.assemble(x_15, y_14, [0])
        y_15: pl.Tensor[[16], pl.FP32] = pl.tensor.adds(x_16, 16.0)
        x_17: pl.Tensor[[16], pl.FP32] = pl.tensor.assemble(x_16, y_15, [0])
        y_16: pl.Tensor[[16], pl.FP32] = pl.tensor.adds(x_17, 17.0)
        x_18: pl.Tensor[[16], pl.FP32] = pl.tensor.assemble(x_17, y_16, [0])
        y_17: pl.Tensor[[16], pl.FP32] = pl.tensor.adds(x_18, 18.0)
        x_19: pl.Tensor[[16], pl.FP32] = pl.tensor.assemble(x_18, y_17, [0])
        y_18: pl.Tensor[[16], pl.FP32] = pl.tensor.adds(x_19, 19.0)
        x_20: pl.Tensor[[16], pl.FP32] = pl.tensor.assemble(x_19, y_18, [0])
        y_19: pl.Tensor[[16], pl.FP32] = pl.tensor.adds(x_20, 20.0)
        x_21: pl.Tensor[[16], pl.FP32] = pl.tensor.assemble(x_20, y_19, [0])
        y_20: pl.Tensor[[16], pl.FP32] = pl.tensor.adds(x_21, 21.0)
        x_22: pl.Tensor[[16], pl.FP32] = pl.tensor.assemble(x_21, y_20, [0])
        y_21: pl.Tensor[[16], pl.FP32] = pl.tensor.adds(x_22, 22.0)
        x_23: pl.Tensor[[16], pl.FP32] = pl.tensor.assemble(x_22, y_21, [0])
        y_22: pl.Tensor[[16], pl.FP32] = pl.tensor.adds(x_23, 23.0)
        x_24: pl.Tensor[[16], pl.FP32] = pl.tensor.assemble(x_23, y_22, [0])
        return x_24

