# Two results of a loop are one buffer. The pass that outlines adds carries behind those that were written, and the last
# was what later statements named, so what was printed changed when it was optimized again.
import pypto.language as pl


@pl.program
class OneBuffer:
    @pl.function(type=pl.FunctionType.InCore)
    def k0(self, a: pl.Tensor[[16], pl.FP32], a1: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        a2 = pl.load(a1, [0], [16])
        a3 = pl.store(a2, [0], a1)
        return a3

    @pl.function
    def main(self, a: pl.InOut[pl.Tensor[[16], pl.FP32]]):
        b = self.k0(a, a)
        c = pl.assemble(b, b, [0])
        for i, (d,) in pl.range(2, init_values=(c,)):
            with pl.at(level=pl.Level.CORE_GROUP, name_hint="part"):
                e = pl.assemble(c, d, [0])
                f = pl.assemble(e, e, [0])
            g = pl.assemble(d, d, [0])
            h = pl.yield_(g)
        j = self.k0(h, h)
