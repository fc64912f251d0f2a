# pypto.program: ArrayParameter
import pypto.language as pl


@pl.program
class ArrayParameter:
    @pl.function
    def main(
        self,
        o: pl.InOut[pl.Tensor[[16], pl.FP32]],
        x: pl.Tensor[[8], pl.FP32],
    ) -> pl.Tensor[[16], pl.FP32]:
        arr: pl.Array[4, pl.INDEX] = pl.array.create(4, dtype=pl.INDEX)
        arr_1: pl.Array[4, pl.INDEX] = pl.array.update_element(arr, 0, 4)
        arr_2: pl.Array[4, pl.INDEX] = pl.array.update_element(arr_1, 1, 2)
        arr_3: pl.Array[4, pl.INDEX] = pl.array.update_element(arr_2, 1, 8)
        o_1: pl.Tensor[[16], pl.FP32] = pl.tensor.assemble(o, x, [8])
        return o_1

