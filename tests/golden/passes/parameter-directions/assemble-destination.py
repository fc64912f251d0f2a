# rows: D22, D23, D25, D27
# The destination of an assemble is not read, in the body of blocks too; feeding a slice makes it read.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, src: pl.Tensor[[16, 16], pl.FP32], dst: pl.Out[pl.Tensor[[16, 16], pl.FP32]], tally: pl.InOut[pl.Tensor[[16, 16], pl.FP32]]) -> tuple[pl.Tensor[[16, 16], pl.FP32], pl.Tensor[[16, 16], pl.FP32]]:
        for r in pl.spmd(16, name_hint="copy_rows"):
            row = pl.tensor.slice(src, [1, 16], [r, 0])
            dst = pl.tensor.assemble(dst, row, [r, 0])
            old = pl.tensor.slice(tally, [1, 16], [r, 0])
            tally = pl.tensor.assemble(tally, pl.add(old, row), [r, 0])
        return dst, tally
