# An arm binds `o` and the carry `c`, which the header lists in the other order than the text first mentions them. The
# merges of the branch followed the order of the names, so they changed places when the printed text was read; they follow
# the order of their values.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(
        self,
        a: pl.InOut[pl.Tensor[[16], pl.FP32]],
        b: pl.InOut[pl.Tensor[[16], pl.FP32]],
    ) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        return a, b

    @pl.function
    def main(self, o: pl.InOut[pl.Tensor[[16], pl.FP32]], x: pl.InOut[pl.Tensor[[16], pl.FP32]]):
        n = 2
        for (i, c) in pl.while_(init_values=(0, x)):
            pl.cond(i < n)
            if i > i:
                for j in pl.unroll(1):
                    d = pl.assemble(c, c, [0])
                    o, c = self.kernel(o, d)
            e = pl.assemble(c, c, [0])
            k, f = pl.yield_(i + 1, e)
        x = pl.assemble(f, f, [0])
