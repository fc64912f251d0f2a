# Case r10-inline-discarded-call.
# Elsewhere: names were assigned twice.
# Right: both calls write o, the second only in block 0.
import pypto.language as pl


@pl.program
class Discard:
    @pl.function(type=pl.FunctionType.Inline)
    def fill(self, x: pl.Tensor[[8, 8], pl.FP32], o: pl.Out[pl.Tensor[[8, 8], pl.FP32]]) -> pl.Tensor[[8, 8], pl.FP32]:
        y: pl.Tensor[[8, 8], pl.FP32] = pl.exp(x)
        o = pl.assemble(o, y, [0, 0])
        return o

    @pl.function
    def main(self, a: pl.Tensor[[8, 8], pl.FP32], o: pl.Out[pl.Tensor[[8, 8], pl.FP32]]) -> pl.Tensor[[8, 8], pl.FP32]:
        self.fill(a, o)
        if pl.get_block_idx() == 0:
            self.fill(a, o)
        b: pl.Tensor[[8, 8], pl.FP32] = pl.add(a, a)
        return b
