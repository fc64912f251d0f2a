# An array is storage: after an update the old name sees the new element.
import pypto.language as pl


@pl.program
class ArrayStorage:
    @pl.function
    def main(self, o: pl.InOut[pl.Tensor[[16], pl.FP32]], x: pl.Tensor[[8], pl.FP32], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16], pl.FP32]:
        a = pl.array.create(2, pl.INDEX)
        a[0] = n
        b = pl.array.update_element(a, 0, 5)
        k: pl.Scalar[pl.INDEX] = a[0]
        m: pl.Scalar[pl.INDEX] = b[0]
        o = pl.assemble(o, x, [k + m - 5])
        return o
