# An arm binds the name of a carry, and the trip ends in a yield that does not read it: nobody reads the name, so the
# branch gives no merge for it. The reader took the name for read by the next trip, whose header binds it anew; it made
# one merge in a text and two of the text that was printed for that.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(self, a: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t = pl.load(o, [0], [16])
        o = pl.store(t, [0], o)
        return o

    @pl.function(type=pl.FunctionType.Inline)
    def helper(self, x: pl.Tensor[[16], pl.FP32], y: pl.Tensor[[16], pl.FP32]):
        for i, (c,) in pl.range(2, init_values=(y,)):
            d = pl.add(self.kernel(c, c), 1.0)
            if i > i:
                for j in pl.unroll(2):
                    e = pl.assemble(d, d, [0])
                    c = self.kernel(e, c)
            f = pl.assemble(d, d, [0])
            g = pl.yield_(f)

    @pl.function
    def main(self, x: pl.Tensor[[16], pl.FP32], y: pl.InOut[pl.Tensor[[16], pl.FP32]]):
        self.helper(x, y)
