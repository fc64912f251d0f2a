# Which names are the same buffer.
# ask: main: c == a
# ask: main: d == a
# ask: main: f == a
# ask: main: f@47 == a
# ask: main: g == a
# ask: main: h@52 == b
# ask: main: h == a
# ask: main: w == u
# ask: main: u == a
# ask: main: v == a
# ask: main: s == a
# ask: main: main.return[0] == call[4]
# ask: main: loop[0].carry[0] == loop[0].init[0]
# ask: main: swapped == a
# ask: twice: z == x
# ask: fill: r == o
# ask: fill: r == p
import pypto.language as pl


@pl.program
class Storage:
    @pl.function(type=pl.FunctionType.Inline)
    def bump(self, x: pl.Tensor[[8], pl.FP32], n: pl.Scalar[pl.INDEX]) -> tuple[pl.Tensor[[8], pl.FP32], pl.Scalar[pl.INDEX]]:
        m = n + 2
        return x, m - 1

    @pl.function(type=pl.FunctionType.Inline)
    def twice(self, x: pl.Tensor[[8], pl.FP32], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[8], pl.FP32]:
        y, m = self.bump(x, n)
        z, k = self.bump(y, m)
        return z

    @pl.function(type=pl.FunctionType.InCore)
    def fill(self, o: pl.Out[pl.Tensor[[8], pl.FP32]], p: pl.InOut[pl.Tensor[[8], pl.FP32]]) -> pl.Tensor[[8], pl.FP32]:
        t = pl.load(p, [0], [8])
        r = pl.store(t, [0], o)
        return r

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, n: pl.Scalar[pl.INDEX], a: pl.Out[pl.Tensor[[8], pl.FP32]], b: pl.InOut[pl.Tensor[[8], pl.FP32]]) -> pl.Tensor[[8], pl.FP32]:
        c = self.twice(a, n)
        d, k = self.bump(c, n)
        f = d
        for i in pl.range(n):
            f = self.fill(f, b)
        if n > 3:
            g = f
        else:
            g = a
        h = self.fill(b, g)
        u = pl.create_tensor([8], pl.FP32)
        w = self.fill(u, h)
        for j in pl.range(2, 3):
            w = self.fill(w, g)
        if n > 5:
            v = a
        else:
            v = b
        s = pl.slice(a, [4], [0])
        swapped = a
        other = b
        for j in pl.range(n):
            swapped, other = other, swapped
        h = self.fill(b, v)
        w = self.fill(w, swapped)
        return w
