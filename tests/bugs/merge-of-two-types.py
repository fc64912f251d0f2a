# One buffer has two names of different types, and a branch gives it under the one: what it gives has the type of that name,
# as it has for whoever reads the text.
import pypto.language as pl

N = pl.dynamic("N")


@pl.program
class Merged:
    @pl.function(type=pl.FunctionType.InCore)
    def k0(self, new: pl.InOut[pl.Tensor[[N, 8], pl.FP32]], alloc: pl.Tensor[[N, 8], pl.FP32]) -> pl.Tensor[[N, 8], pl.FP32]:
        t = pl.load(new, [0, 0], [2, 8])
        new = pl.store(t, [1, 0], new)
        return alloc

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, n: pl.Scalar[pl.INDEX], s: pl.InOut[pl.Tensor[[4, 8], pl.FP32]], u: pl.InOut[pl.Tensor[[N, 8], pl.FP32]]):
        if n == 1:
            v = self.k0(s, u)
            u = self.k0(v, u)
        w = self.k0(s, u)
