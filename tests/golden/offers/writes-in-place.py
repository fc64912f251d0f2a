# A body that writes its parameter stands where the call stood: what came before comes before, what came after sees it.
import pypto.language as pl

N = pl.dynamic("N")


@pl.program
class InPlace:
    @pl.function
    def put(self, o: pl.InOut[pl.Tensor[[N], pl.FP32]], c: pl.Scalar[pl.BOOL]) -> pl.Tensor[[N], pl.FP32]:
        if c:
            n = pl.tensor.dim(o, 0)
            pl.write(o, [n - 1], 1.0)
        return o

    @pl.function
    def main(self, o: pl.InOut[pl.Tensor[[16], pl.FP32]], p: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        before = pl.exp(o)
        p = pl.assemble(p, before, [0])
        o = self.put(o, False)
        o = self.put(o, True)
        after = pl.exp(o)
        p = pl.assemble(p, after, [0])
        return p
