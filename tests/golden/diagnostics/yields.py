import pypto.language as pl


@pl.program
class P:
    @pl.function
    def main(self, n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
        for i, (a, b) in pl.range(4, init_values=(0, 1)):
            c = a + b
        for i, (d, e) in pl.range(4, init_values=(0, 1)):
            f = pl.yield_(d + 1)
        for i, (g,) in pl.range(4, init_values=(0, 1)):
            h = pl.yield_(g + 1)
            k = g * 2
        if n > 1:
            m = pl.yield_(n)
        else:
            o = n
        for (p,) in pl.while_(init_values=(0,)):
            q = pl.yield_(p + 1)
        r = pl.yield_(n)
        break
        return m
