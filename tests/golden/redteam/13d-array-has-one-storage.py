# pypto.program: ArrayStorage
import pypto.language as pl


@pl.program
class ArrayStorage:
    @pl.function
    def main(
        self,
        o: pl.InOut[pl.Tensor[[16], pl.FP32]],
        x: pl.Tensor[[8], pl.FP32],
        n: pl.Scalar[pl.INDEX],
    ) -> pl.Tensor[[16], pl.FP32]:
        a: pl.Array[2, pl.INDEX] = pl.array.create(2, dtype=pl.INDEX)
        a_1: pl.Array[2, pl.INDEX] = pl.array.update_element(a, 0, n)
        b: pl.Array[2, pl.INDEX] = pl.array.update_element(a_1, 0, 5)
        o_1: pl.Tensor[[16], pl.FP32] = pl.tensor.assemble(o, x, [5])
        return o_1

