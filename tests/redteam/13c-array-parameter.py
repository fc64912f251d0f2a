# The helper writes an element of the caller's array.
import pypto.language as pl


@pl.program
class ArrayParameter:
    @pl.function(type=pl.FunctionType.Inline)
    def put(self, arr: pl.Array[4, pl.INDEX], v: pl.Scalar[pl.INDEX]):
        arr[1] = v

    @pl.function
    def main(self, o: pl.InOut[pl.Tensor[[16], pl.FP32]], x: pl.Tensor[[8], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        arr = pl.array.create(4, pl.INDEX)
        arr[0] = 4
        arr[1] = 2
        self.put(arr, 8)
        o = pl.assemble(o, x, [arr[1]])
        return o
