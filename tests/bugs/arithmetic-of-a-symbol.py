# An extent that is a symbol had no type where the function begins, so arithmetic on it had no normal form: `N * 2 - 0`
# stayed as it was outside of a scope, and was simplified by a second run, whose text has the scope that captures `N`.
import pypto.language as pl

N = pl.dynamic("N")


@pl.program
class P:
    @pl.function(type=pl.FunctionType.Inline)
    def helper(self, o: pl.InOut[pl.Tensor[[N, 8], pl.FP32]], x: pl.Tensor[[2, 8], pl.FP32]):
        o = pl.assemble(o, x, [(N * 4 - 0) % 3, 0])
        return o

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[2, 8], pl.FP32], o: pl.InOut[pl.Tensor[[N, 8], pl.FP32]]):
        n = pl.tensor.dim(o, 0)
        o = pl.assemble(o, x, [(n * 2 - 0) % 3, 0])
        o = self.helper(o, x)
