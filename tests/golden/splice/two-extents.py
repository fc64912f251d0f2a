# rows: A72, A75, A76, A77, A78
# One symbol is 16 by one argument and 32 by the other. It stands in types only, so each statement takes its operands as
# they are: carries what they begin as, merges what flows in, calls and what is taken from them.
import pypto.language as pl

M = pl.dynamic("M")
N = pl.dynamic("N")


@pl.program
class Written:
    @pl.function
    def kernel(self, x: pl.Tensor[[M, 4], pl.FP32]) -> pl.Tensor[[M, 4], pl.FP32]:
        y = pl.exp(x)
        return y

    @pl.function(type=pl.FunctionType.Inline)
    def help(self, a: pl.Tensor[[N, 4], pl.FP32], b: pl.Tensor[[N, 4], pl.FP32], n: pl.Scalar[pl.INDEX]) -> tuple[pl.Tensor[[N, 4], pl.FP32], pl.Tensor[[N, 4], pl.FP32]]:
        c = self.kernel(b)
        for i, (d,) in pl.range(n, init_values=(c,)):
            e = pl.add(d, 1.0)
            f = pl.yield_(e)
        if n > 2:
            g = pl.neg(f)
            h = pl.yield_(g)
        else:
            h = pl.yield_(f)
        return a, h

    @pl.function
    def main(self, a: pl.Tensor[[16, 4], pl.FP32], b: pl.Tensor[[32, 4], pl.FP32], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[32, 4], pl.FP32]:
        c, d = self.help(a, b, n)
        e = pl.abs(d)
        return e


@pl.program
class Spliced:
    @pl.function
    def kernel(self, x: pl.Tensor[[M, 4], pl.FP32]) -> pl.Tensor[[M, 4], pl.FP32]:
        y = pl.exp(x)
        return y

    @pl.function
    def main(self, a: pl.Tensor[[16, 4], pl.FP32], b: pl.Tensor[[32, 4], pl.FP32], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[32, 4], pl.FP32]:
        c = self.kernel(b)
        for i, (d,) in pl.range(n, init_values=(c,)):
            e = pl.add(d, 1.0)
            f = pl.yield_(e)
        if n > 2:
            g = pl.neg(f)
            h = pl.yield_(g)
        else:
            h = pl.yield_(f)
        e = pl.abs(h)
        return e
