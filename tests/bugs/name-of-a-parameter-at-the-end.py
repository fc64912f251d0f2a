# The caller of a helper sees what `a` is at its end. One arm was printed with other names and the other rebound `a`, so that a
# reader joined `a` once more.
import pypto.language as pl


@pl.program
class NameAtTheEnd:
    @pl.function(type=pl.FunctionType.InCore)
    def k(
        self, x: pl.Tensor[[4, 8], pl.FP32], o: pl.Out[pl.Tensor[[4, 8], pl.FP32]], p: pl.Out[pl.Tensor[[4, 8], pl.FP32]]
    ) -> tuple[pl.Tensor[[4, 8], pl.FP32], pl.Tensor[[4, 8], pl.FP32]]:
        t = pl.load(x, [0, 0], [4, 8])
        o = pl.store(t, [0, 0], o)
        p = pl.store(t, [0, 0], p)
        return p, o

    @pl.function(type=pl.FunctionType.Inline)
    def h(self, a: pl.Tensor[[4, 8], pl.FP32], n: pl.Scalar[pl.INDEX]):
        if n < 2:
            b = pl.assemble(a, a, [0, 0])
            a, b = self.k(b, b, b)
            m = pl.yield_(n)
        else:
            for i in pl.unroll(2):
                c = pl.assemble(a, a, [0, 0])
                a = pl.assemble(a, c, [0, 0])
            m = pl.yield_(n)

    @pl.function
    def main(self, a: pl.InOut[pl.Tensor[[4, 8], pl.FP32]], n: pl.Scalar[pl.INDEX]):
        self.h(a, n)
