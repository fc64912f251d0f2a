# Case 03-inline-writes-into-sliced-argument.
# Elsewhere: the slice expression ended up on the left of an assignment and the compiler stopped.
# Right: each argument is computed once before the splice; the write goes through the view into res, four
# planes of it.
import pypto.language as pl


@pl.program
class PlaneFill:
    @pl.function(type=pl.FunctionType.Inline)
    def fill_plane(
        self,
        src: pl.Tensor[[48, 96], pl.FP32],
        plane: pl.Tensor[[48, 96], pl.FP32],
    ) -> pl.Tensor[[48, 96], pl.FP32]:
        for blk in pl.spmd(3, name_hint="fill"):
            r0 = blk * 16
            plane[r0 : r0 + 16, 0:96] = pl.exp(src[r0 : r0 + 16, 0:96])
        return plane

    @pl.function
    def main(
        self,
        stack: pl.Tensor[[4, 48, 96], pl.FP32],
        res: pl.Out[pl.Tensor[[4, 48, 96], pl.FP32]],
    ) -> pl.Tensor[[4, 48, 96], pl.FP32]:
        for p in pl.range(4):
            self.fill_plane(stack[p], res[p])
        return res
