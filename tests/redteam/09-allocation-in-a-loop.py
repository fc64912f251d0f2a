# Each trip allocates; the last one is returned. Two calls give two buffers, and both are written.
import pypto.language as pl


@pl.program
class LoopAllocation:
    @pl.function(type=pl.FunctionType.Inline)
    def fresh(self, a: pl.Tensor[[16], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        for i, (acc,) in pl.range(1, init_values=(a,)):
            t: pl.Tensor[[16], pl.FP32] = pl.create_tensor([16], dtype=pl.FP32)
            t1: pl.Tensor[[16], pl.FP32] = pl.assemble(t, acc, [0])
            r = pl.yield_(t1)
        return r

    @pl.function
    def main(self, a: pl.Tensor[[16], pl.FP32], s: pl.Tensor[[8], pl.FP32]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        x: pl.Tensor[[16], pl.FP32] = self.fresh(a)
        y: pl.Tensor[[16], pl.FP32] = self.fresh(a)
        x = pl.assemble(x, s, [0])
        y = pl.assemble(y, s, [8])
        return x, y, a
