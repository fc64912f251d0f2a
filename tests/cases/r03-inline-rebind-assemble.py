# Case r03-inline-rebind-assemble.
# Elsewhere: the caller's names were assigned twice.
# Right: each call writes the tensor it is given.
import pypto.language as pl


@pl.program
class RebindAssemble:
    @pl.function(type=pl.FunctionType.Inline)
    def put(self, dst: pl.Out[pl.Tensor[[4, 8], pl.FP32]], row: pl.Tensor[[1, 8], pl.FP32]) -> pl.Tensor[[4, 8], pl.FP32]:
        dst = pl.assemble(dst, row, [0, 0])
        dst = pl.assemble(dst, row, [2, 0])
        return dst

    @pl.function
    def main(self, row: pl.Tensor[[1, 8], pl.FP32], a: pl.Out[pl.Tensor[[4, 8], pl.FP32]], b: pl.Out[pl.Tensor[[4, 8], pl.FP32]]) -> tuple[pl.Tensor[[4, 8], pl.FP32], pl.Tensor[[4, 8], pl.FP32]]:
        p: pl.Tensor[[4, 8], pl.FP32] = self.put(a, row)
        q: pl.Tensor[[4, 8], pl.FP32] = self.put(b, row)
        return p, q
