# pypto.program: OneSite
import pypto.language as pl


@pl.program
class OneSite:
    @pl.function
    def main(
        self,
        p: pl.Tensor[[16], pl.FP32],
        q: pl.Tensor[[16], pl.FP32],
        o: pl.InOut[pl.Tensor[[16], pl.FP32]],
        o2: pl.InOut[pl.Tensor[[16], pl.FP32]],
    ) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        for i, (p_1, r) in pl.range(2, init_values=(p, o)):
            d: pl.Tensor[[16], pl.FP32] = pl.tensor.sub(p_1, p)
            r1: pl.Tensor[[16], pl.FP32] = pl.tensor.assemble(r, d, [0])
            p2, r2 = pl.yield_(p_1, r1)
        for i_1, (p_2, r_1) in pl.range(2, init_values=(p2, o2)):
            d_1: pl.Tensor[[16], pl.FP32] = pl.tensor.sub(p_2, q)
            r1_1: pl.Tensor[[16], pl.FP32] = pl.tensor.assemble(r_1, d_1, [0])
            p2_1, r2_1 = pl.yield_(p_2, r1_1)
        return r2, r2_1

