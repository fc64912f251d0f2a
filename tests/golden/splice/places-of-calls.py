# rows: A93, A94, A98
# A call of a helper may stand where its value may: a member of several results in an operand, in the condition of a `while`,
# in `init_values`, as a whole body. Calls of one statement stay in their order.
import pypto.language as pl


@pl.program
class Written:
    @pl.function(type=pl.FunctionType.Inline)
    def pair(self, x: pl.Tensor[[16], pl.FP32]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        return pl.exp(x), pl.neg(x)

    @pl.function(type=pl.FunctionType.Inline)
    def less(self, a: pl.Scalar[pl.INDEX], b: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.BOOL]:
        return a + 1 < b

    @pl.function(type=pl.FunctionType.Inline)
    def twice(self, a: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
        return a * 2

    @pl.function(type=pl.FunctionType.Inline)
    def put(self, x: pl.InOut[pl.Tensor[[16], pl.FP32]], i: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
        pl.write(x, [i], 1.0)
        return i + 1

    @pl.function
    def main(self, x: pl.InOut[pl.Tensor[[16], pl.FP32]], y: pl.Tensor[[16], pl.FP32], n: pl.Scalar[pl.INDEX]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        z = pl.add(self.pair(y)[0], self.pair(y)[1])
        i = 0
        while self.less(i, n):
            i = i + 1
        for j, (k,) in pl.range(n, init_values=(self.twice(n),)):
            m = pl.yield_(k + j)
        if n > 2:
            self.put(x, m)
        i = self.put(x, i) + self.put(x, n)
        pl.write(x, [i], 2.0)
        return x, z


@pl.program
class Spliced:
    @pl.function
    def main(self, x: pl.InOut[pl.Tensor[[16], pl.FP32]], y: pl.Tensor[[16], pl.FP32], n: pl.Scalar[pl.INDEX]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        z = pl.add(pl.exp(y), pl.neg(y))
        i = 0
        while i + 1 < n:
            i = i + 1
        for j, (k,) in pl.range(n, init_values=(n * 2,)):
            m = pl.yield_(k + j)
        if n > 2:
            pl.write(x, [m], 1.0)
        pl.write(x, [i], 1.0)
        pl.write(x, [n], 1.0)
        pl.write(x, [i + 1 + (n + 1)], 2.0)
        return x, z
