# Merges and carries whose values are what was there before: each has a text that reads back as the same.
import pypto.language as pl

N = pl.dynamic("N")


@pl.program
class Merges:
    @pl.function(type=pl.FunctionType.Inline)
    def same_on_both_sides(self, a: pl.InOut[pl.Tensor[[16], pl.FP32]], n: pl.InOut[pl.Scalar[pl.INDEX]]):
        if n == 1:
            a = pl.add(a, 1.0)
            s = pl.yield_(n)
        else:
            for i in pl.range(2):
                a = pl.mul(a, 2.0)
            s = pl.yield_(n)

    @pl.function(type=pl.FunctionType.Inline)
    def two_names_of_an_unrolled_loop(self, w: pl.Tensor[[16], pl.FP32], p: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        w = pl.add(w, w)
        for b in pl.unroll(4):
            p = pl.assemble(p, w, [0])
            if b > 2:
                w = pl.add(w, p)
                q = pl.mul(w, 2.0)
            else:
                q = pl.mul(w, 3.0)
            w = pl.add(w, q)
        return w

    @pl.function
    def always_jumps(self, x: pl.Tensor[[16], pl.FP32], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16], pl.FP32]:
        for i, (a, k) in pl.range(4, init_values=(x, n)):
            b = pl.add(a, 1.0)
            pl.yield_(b, k)
            break
        while n > 3:
            a = pl.add(a, a)
            if n > 5:
                continue
            else:
                break
        return a

    @pl.function
    def unused(self, x: pl.Tensor[[16], pl.FP32], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16], pl.FP32]:
        if n > 1:
            y = pl.yield_(x)
        else:
            y = pl.yield_(x)
        for i, (c, d) in pl.range(n, init_values=(x, n)):
            e, f = pl.yield_(c, d)
        for j in pl.range(n):
            late = j * 2
        if n > 2:
            only = 3
        return x

    @pl.function
    def another_extent(self, x: pl.Tensor[[N, 16], pl.FP32]) -> pl.Tensor[[N, 16], pl.FP32]:
        rows = pl.tensor.dim(x, 0)
        y: pl.Tensor[[rows, 16], pl.FP32] = pl.add(x, 1.0)
        z = pl.add(y, 1.0)
        return z
