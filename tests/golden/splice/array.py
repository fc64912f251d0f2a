# rows: A57
# An array parameter has no name of its own: the caller's array is updated.
import pypto.language as pl


@pl.program
class Written:
    @pl.function(type=pl.FunctionType.Inline)
    def set(self, arr: pl.Array[4, pl.INT32], i: pl.Scalar[pl.INDEX]):
        arr[i] = pl.const(7, pl.INT32)

    @pl.function(type=pl.FunctionType.AIV)
    def main(self, i: pl.Scalar[pl.INDEX], o: pl.InOut[pl.Tensor[[16], pl.INT32]]) -> pl.Tensor[[16], pl.INT32]:
        arr = pl.array.create(4, pl.INT32)
        arr[0] = pl.const(1, pl.INT32)
        self.set(arr, i)
        pl.write(o, [0], arr[0])
        return o


@pl.program
class Spliced:
    @pl.function(type=pl.FunctionType.AIV)
    def main(self, i: pl.Scalar[pl.INDEX], o: pl.InOut[pl.Tensor[[16], pl.INT32]]) -> pl.Tensor[[16], pl.INT32]:
        arr = pl.array.create(4, pl.INT32)
        arr[0] = pl.const(1, pl.INT32)
        arr[i] = pl.const(7, pl.INT32)
        pl.write(o, [0], arr[0])
        return o
