# pypto.program: Rotating
import pypto.language as pl


@pl.program
class Rotating:
    @pl.function
    def main(
        self,
        a: pl.Tensor[[16], pl.FP32],
        o: pl.InOut[pl.Tensor[[64], pl.FP32]],
    ) -> pl.Tensor[[64], pl.FP32]:
        for i, (p, q, acc) in pl.range(4, init_values=(a, a, o)):
            c: pl.Tensor[[16], pl.FP32] = pl.tensor.create([16], dtype=pl.FP32, layout=pl.TensorLayout.ND)
            s: pl.Tensor[[16], pl.FP32] = pl.tensor.add(p, q)
            c1: pl.Tensor[[16], pl.FP32] = pl.tensor.assemble(c, s, [0])
            acc1: pl.Tensor[[64], pl.FP32] = pl.tensor.assemble(acc, q, [i * 16])
            pn, qn, an = pl.yield_(q, c1, acc1)
        return an

