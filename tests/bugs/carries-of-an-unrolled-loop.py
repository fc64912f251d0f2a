# The scope's results become carries of the unrolled loop, which has no header: read again, they stood in another order, and
# what the attributes say by number was said of another carry.
import pypto.language as pl


@pl.program
class Generated:
    @pl.function
    def main(self, a: pl.InOut[pl.Tensor[[16], pl.FP32]], x: pl.InOut[pl.Tensor[[16], pl.FP32]], p: pl.InOut[pl.Tensor[[4, 8], pl.FP32]], u: pl.InOut[pl.Tensor[[4, 8], pl.FP32]], s: pl.InOut[pl.Tensor[[4, 8], pl.FP32]]):
        k = 0
        while k < 2:
            for c, (y, s1) in pl.range(2, init_values=(x, u)):
                w2, a1 = pl.yield_(y, s)
            for b in pl.unroll(3, 0, -1):
                x = pl.assemble(x, x, [0])
                with pl.at(level=pl.Level.CORE_GROUP, name_hint="part"):
                    a1 = pl.assemble(a1, a1, [0, 0])
                    p = pl.assemble(p, p, [0, 0])
            k = k + 1
        s = pl.assemble(s, p, [0, 0])
