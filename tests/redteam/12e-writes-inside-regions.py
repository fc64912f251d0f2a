# A kernel, or the host, writes the buffer inside loops and a branch, and nothing there names it anew: what is computed of it before,
# between and after differs.
import pypto.language as pl


@pl.program
class CallInARegion:
    @pl.function(type=pl.FunctionType.InCore)
    def bump(self, x: pl.Tensor[[16], pl.FP32], o: pl.InOut[pl.Tensor[[16], pl.FP32]]):
        t = pl.load(x, [0], [16])
        u = pl.load(o, [0], [16])
        o = pl.store(pl.add(t, u), [0], o)

    @pl.function
    def main(self, x: pl.Tensor[[16], pl.FP32], o: pl.InOut[pl.Tensor[[16], pl.FP32]], r: pl.InOut[pl.Tensor[[16], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16], pl.FP32]:
        a = pl.neg(o)
        for i in pl.range(2):
            self.bump(x, o)
        b = pl.neg(o)
        if n >= 0:
            self.bump(x, o)
        c = pl.neg(o)
        for j in pl.parallel(2):
            self.bump(x, o)
        d = pl.neg(o)
        k = 0
        while k < 2:
            self.bump(x, o)
            k = k + 1
        e = pl.neg(o)
        for m in pl.range(2):
            pl.write(o, [m], 0.5)
        f = pl.neg(o)
        s = pl.add(pl.add(a, pl.mul(b, 2.0)), pl.add(pl.mul(c, 4.0), pl.mul(d, 8.0)))
        r = pl.assemble(r, pl.add(pl.add(s, pl.mul(e, 16.0)), pl.mul(f, 32.0)), [0])
        return r
