# Inside a loop the type of the tensor from outside was not known, so its extent was told of what a kernel gave for it, and only a
# second run found the number.
import pypto.language as pl

N = pl.dynamic("N")


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k2(self, p: pl.InOut[pl.Tensor[[N, 8], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[N, 8], pl.FP32]:
        ext_a = pl.load(p, [(n) % 3, 0], [2, 8])
        a = pl.store(ext_a, [0, 0], p)
        return a

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, new: pl.InOut[pl.Tensor[[4, 8], pl.FP32]], n: pl.Scalar[pl.INDEX]):
        for p in pl.range(3, 0, -1):
            w = self.k2(new, n * 2 - 3)
            if p == 1:
                continue
            n = pl.tensor.dim(new, 0)
