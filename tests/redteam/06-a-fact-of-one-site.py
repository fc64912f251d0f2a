# A helper with an invariant carry that starts from `a` and a capture `b`: at the first site both are one buffer, at the
# second they are not. What holds at one site may not reach the other.
import pypto.language as pl


@pl.program
class OneSite:
    @pl.function(type=pl.FunctionType.Inline)
    def h(self, a: pl.Tensor[[16], pl.FP32], b: pl.Tensor[[16], pl.FP32], o: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        for i, (p, r) in pl.range(2, init_values=(a, o)):
            d: pl.Tensor[[16], pl.FP32] = pl.sub(p, b)
            r1: pl.Tensor[[16], pl.FP32] = pl.assemble(r, d, [0])
            p2, r2 = pl.yield_(p, r1)
        return r2

    @pl.function
    def main(self, p: pl.Tensor[[16], pl.FP32], q: pl.Tensor[[16], pl.FP32], o: pl.InOut[pl.Tensor[[16], pl.FP32]], o2: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        u: pl.Tensor[[16], pl.FP32] = self.h(p, p, o)
        v: pl.Tensor[[16], pl.FP32] = self.h(p, q, o2)
        return u, v
