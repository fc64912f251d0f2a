# pypto.program: BlockIndex
import pypto.language as pl


@pl.program
class BlockIndex:
    @pl.function
    def main(
        self,
        x: pl.Tensor[[16, 16], pl.FP32],
        o: pl.InOut[pl.Tensor[[16, 16], pl.FP32]],
    ) -> pl.Tensor[[16, 16], pl.FP32]:
        for b in pl.spmd(4):
            r: pl.Scalar[pl.INDEX] = b * 4
            t: pl.Tensor[[4, 16], pl.FP32] = pl.tensor.slice(x, [4, 16], [r, 0])
            t_1: pl.Tensor[[4, 16], pl.FP32] = pl.tensor.muls(t, 2.0)
            o_1: pl.Tensor[[16, 16], pl.FP32] = pl.tensor.assemble(o, t_1, [r, 0])
        for c in pl.spmd(2):
            q: pl.Scalar[pl.INDEX] = c * 8
            t_2: pl.Tensor[[8, 16], pl.FP32] = pl.tensor.slice(o_1, [8, 16], [q, 0])
            t_3: pl.Tensor[[8, 16], pl.FP32] = pl.tensor.adds(t_2, 1.0)
            o_2: pl.Tensor[[16, 16], pl.FP32] = pl.tensor.assemble(o_1, t_3, [q, 0])
        return o_2

