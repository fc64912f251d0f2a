# A chain of helpers, each calling the next.
import pypto.language as pl


@pl.program
class Chain:
    @pl.function(type=pl.FunctionType.Inline)
    def h0(self, x: pl.InOut[pl.Tensor[[16], pl.FP32]], s: pl.Tensor[[8], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        x = pl.assemble(x, s, [0])
        return x

    @pl.function(type=pl.FunctionType.Inline)
    def h1(self, x: pl.InOut[pl.Tensor[[16], pl.FP32]], s: pl.Tensor[[8], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        x = self.h0(x, s)
        y: pl.Tensor[[16], pl.FP32] = pl.add(x, 1.0)
        x = pl.assemble(x, y, [0])
        return x

    @pl.function(type=pl.FunctionType.Inline)
    def h2(self, x: pl.InOut[pl.Tensor[[16], pl.FP32]], s: pl.Tensor[[8], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        x = self.h1(x, s)
        y: pl.Tensor[[16], pl.FP32] = pl.add(x, 2.0)
        x = pl.assemble(x, y, [0])
        return x

    @pl.function(type=pl.FunctionType.Inline)
    def h3(self, x: pl.InOut[pl.Tensor[[16], pl.FP32]], s: pl.Tensor[[8], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        x = self.h2(x, s)
        y: pl.Tensor[[16], pl.FP32] = pl.add(x, 3.0)
        x = pl.assemble(x, y, [0])
        return x

    @pl.function(type=pl.FunctionType.Inline)
    def h4(self, x: pl.InOut[pl.Tensor[[16], pl.FP32]], s: pl.Tensor[[8], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        x = self.h3(x, s)
        y: pl.Tensor[[16], pl.FP32] = pl.add(x, 4.0)
        x = pl.assemble(x, y, [0])
        return x

    @pl.function(type=pl.FunctionType.Inline)
    def h5(self, x: pl.InOut[pl.Tensor[[16], pl.FP32]], s: pl.Tensor[[8], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        x = self.h4(x, s)
        y: pl.Tensor[[16], pl.FP32] = pl.add(x, 5.0)
        x = pl.assemble(x, y, [0])
        return x

    @pl.function(type=pl.FunctionType.Inline)
    def h6(self, x: pl.InOut[pl.Tensor[[16], pl.FP32]], s: pl.Tensor[[8], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        x = self.h5(x, s)
        y: pl.Tensor[[16], pl.FP32] = pl.add(x, 6.0)
        x = pl.assemble(x, y, [0])
        return x

    @pl.function(type=pl.FunctionType.Inline)
    def h7(self, x: pl.InOut[pl.Tensor[[16], pl.FP32]], s: pl.Tensor[[8], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        x = self.h6(x, s)
        y: pl.Tensor[[16], pl.FP32] = pl.add(x, 7.0)
        x = pl.assemble(x, y, [0])
        return x

    @pl.function(type=pl.FunctionType.Inline)
    def h8(self, x: pl.InOut[pl.Tensor[[16], pl.FP32]], s: pl.Tensor[[8], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        x = self.h7(x, s)
        y: pl.Tensor[[16], pl.FP32] = pl.add(x, 8.0)
        x = pl.assemble(x, y, [0])
        return x

    @pl.function(type=pl.FunctionType.Inline)
    def h9(self, x: pl.InOut[pl.Tensor[[16], pl.FP32]], s: pl.Tensor[[8], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        x = self.h8(x, s)
        y: pl.Tensor[[16], pl.FP32] = pl.add(x, 9.0)
        x = pl.assemble(x, y, [0])
        return x

    @pl.function(type=pl.FunctionType.Inline)
    def h10(self, x: pl.InOut[pl.Tensor[[16], pl.FP32]], s: pl.Tensor[[8], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        x = self.h9(x, s)
        y: pl.Tensor[[16], pl.FP32] = pl.add(x, 10.0)
        x = pl.assemble(x, y, [0])
        return x

    @pl.function(type=pl.FunctionType.Inline)
    def h11(self, x: pl.InOut[pl.Tensor[[16], pl.FP32]], s: pl.Tensor[[8], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        x = self.h10(x, s)
        y: pl.Tensor[[16], pl.FP32] = pl.add(x, 11.0)
        x = pl.assemble(x, y, [0])
        return x

    @pl.function(type=pl.FunctionType.Inline)
    def h12(self, x: pl.InOut[pl.Tensor[[16], pl.FP32]], s: pl.Tensor[[8], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        x = self.h11(x, s)
        y: pl.Tensor[[16], pl.FP32] = pl.add(x, 12.0)
        x = pl.assemble(x, y, [0])
        return x

    @pl.function(type=pl.FunctionType.Inline)
    def h13(self, x: pl.InOut[pl.Tensor[[16], pl.FP32]], s: pl.Tensor[[8], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        x = self.h12(x, s)
        y: pl.Tensor[[16], pl.FP32] = pl.add(x, 13.0)
        x = pl.assemble(x, y, [0])
        return x

    @pl.function(type=pl.FunctionType.Inline)
    def h14(self, x: pl.InOut[pl.Tensor[[16], pl.FP32]], s: pl.Tensor[[8], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        x = self.h13(x, s)
        y: pl.Tensor[[16], pl.FP32] = pl.add(x, 14.0)
        x = pl.assemble(x, y, [0])
        return x

    @pl.function(type=pl.FunctionType.Inline)
    def h15(self, x: pl.InOut[pl.Tensor[[16], pl.FP32]], s: pl.Tensor[[8], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        x = self.h14(x, s)
        y: pl.Tensor[[16], pl.FP32] = pl.add(x, 15.0)
        x = pl.assemble(x, y, [0])
        return x

    @pl.function(type=pl.FunctionType.Inline)
    def h16(self, x: pl.InOut[pl.Tensor[[16], pl.FP32]], s: pl.Tensor[[8], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        x = self.h15(x, s)
        y: pl.Tensor[[16], pl.FP32] = pl.add(x, 16.0)
        x = pl.assemble(x, y, [0])
        return x

    @pl.function(type=pl.FunctionType.Inline)
    def h17(self, x: pl.InOut[pl.Tensor[[16], pl.FP32]], s: pl.Tensor[[8], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        x = self.h16(x, s)
        y: pl.Tensor[[16], pl.FP32] = pl.add(x, 17.0)
        x = pl.assemble(x, y, [0])
        return x

    @pl.function(type=pl.FunctionType.Inline)
    def h18(self, x: pl.InOut[pl.Tensor[[16], pl.FP32]], s: pl.Tensor[[8], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        x = self.h17(x, s)
        y: pl.Tensor[[16], pl.FP32] = pl.add(x, 18.0)
        x = pl.assemble(x, y, [0])
        return x

    @pl.function(type=pl.FunctionType.Inline)
    def h19(self, x: pl.InOut[pl.Tensor[[16], pl.FP32]], s: pl.Tensor[[8], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        x = self.h18(x, s)
        y: pl.Tensor[[16], pl.FP32] = pl.add(x, 19.0)
        x = pl.assemble(x, y, [0])
        return x

    @pl.function(type=pl.FunctionType.Inline)
    def h20(self, x: pl.InOut[pl.Tensor[[16], pl.FP32]], s: pl.Tensor[[8], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        x = self.h19(x, s)
        y: pl.Tensor[[16], pl.FP32] = pl.add(x, 20.0)
        x = pl.assemble(x, y, [0])
        return x

    @pl.function(type=pl.FunctionType.Inline)
    def h21(self, x: pl.InOut[pl.Tensor[[16], pl.FP32]], s: pl.Tensor[[8], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        x = self.h20(x, s)
        y: pl.Tensor[[16], pl.FP32] = pl.add(x, 21.0)
        x = pl.assemble(x, y, [0])
        return x

    @pl.function(type=pl.FunctionType.Inline)
    def h22(self, x: pl.InOut[pl.Tensor[[16], pl.FP32]], s: pl.Tensor[[8], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        x = self.h21(x, s)
        y: pl.Tensor[[16], pl.FP32] = pl.add(x, 22.0)
        x = pl.assemble(x, y, [0])
        return x

    @pl.function(type=pl.FunctionType.Inline)
    def h23(self, x: pl.InOut[pl.Tensor[[16], pl.FP32]], s: pl.Tensor[[8], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        x = self.h22(x, s)
        y: pl.Tensor[[16], pl.FP32] = pl.add(x, 23.0)
        x = pl.assemble(x, y, [0])
        return x

    @pl.function
    def main(self, x: pl.InOut[pl.Tensor[[16], pl.FP32]], s: pl.Tensor[[8], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        x = self.h23(x, s)
        return x
