# Case 51-effects-from-one-op-table.
# Elsewhere: an operator missing from one of two tables counted as a read.
# Right: tensor.write writes its first argument; nothing may remove it.
import pypto.language as pl


@pl.program
class RareWriter:
    @pl.function(type=pl.FunctionType.Orchestration)
    def main(
        self,
        n: pl.Tensor[[4, 1], pl.INT32],
        flags: pl.InOut[pl.Tensor[[4, 1], pl.INT32]],
    ) -> pl.Tensor[[4, 1], pl.INT32]:
        v: pl.Scalar[pl.INT32] = pl.tensor.read(n, [2, 0])
        pl.tensor.write(flags, [1, 0], v)
        return flags
