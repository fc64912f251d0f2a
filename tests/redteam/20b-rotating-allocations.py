# Each trip allocates at the same place of the program; the carries rotate through the buffers of different trips.
import pypto.language as pl


@pl.program
class Rotating:
    @pl.function
    def main(self, a: pl.Tensor[[16], pl.FP32], o: pl.InOut[pl.Tensor[[64], pl.FP32]]) -> pl.Tensor[[64], pl.FP32]:
        for i, (p, q, acc) in pl.range(4, init_values=(a, a, o)):
            c: pl.Tensor[[16], pl.FP32] = pl.create_tensor([16], dtype=pl.FP32)
            s: pl.Tensor[[16], pl.FP32] = pl.add(p, q)
            c1: pl.Tensor[[16], pl.FP32] = pl.assemble(c, s, [0])
            acc1: pl.Tensor[[64], pl.FP32] = pl.assemble(acc, q, [i * 16])
            pn, qn, an = pl.yield_(q, c1, acc1)
        return an
