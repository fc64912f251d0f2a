# A kernel returns its second argument under the type that its first one gives the symbol. The buffer is from then on
# called by that name, and the type of what the next call gives has to follow from it, as it does for whoever reads the text.
import pypto.language as pl

N = pl.dynamic("N")


@pl.program
class TwoTypes:
    @pl.function(type=pl.FunctionType.InCore)
    def k0(self, new: pl.InOut[pl.Tensor[[N, 8], pl.FP32]], alloc: pl.Tensor[[N, 8], pl.FP32]) -> pl.Tensor[[N, 8], pl.FP32]:
        t = pl.load(new, [0, 0], [2, 8])
        new = pl.store(t, [1, 0], new)
        return alloc

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, s: pl.InOut[pl.Tensor[[4, 8], pl.FP32]], u: pl.InOut[pl.Tensor[[N, 8], pl.FP32]]):
        with pl.manual_scope():
            q, a = pl.submit(self.k0, s, u)
            b, c = pl.submit(self.k0, u, q, deps=[a])
