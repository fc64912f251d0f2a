# At the call the condition is not False; what is computed of numbers is a number, divided downwards.
import pypto.language as pl


@pl.program
class Example:
    @pl.function(type=pl.FunctionType.Inline)
    def part(self, x: pl.Tensor[[16], pl.FP32], o: pl.InOut[pl.Tensor[[16], pl.FP32]], c: pl.Scalar[pl.BOOL]) -> pl.Tensor[[16], pl.FP32]:
        if not c:
            o = pl.assemble(o, x, [0])
        return o

    @pl.function
    def f(self, x: pl.Tensor[[16], pl.FP32], o: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        o = self.part(x, o, False)
        return o

    @pl.function(type=pl.FunctionType.Inline)
    def part_of(self, o: pl.InOut[pl.Tensor[[16], pl.FP32]], n: pl.Scalar[pl.INDEX]):
        pl.write(o, [n // 2 + 8 + n % 3], 3.0)

    @pl.function
    def numbers(self, o: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        pl.write(o, [pl.min(5, 3) + pl.min(2, 9)], 1.0)
        pl.write(o, [pl.max(5, 3) + pl.max(2, 9)], 2.0)
        self.part_of(o, -7)
        pl.write(o, [3 * 4 - 5], 4.0)
        return o
