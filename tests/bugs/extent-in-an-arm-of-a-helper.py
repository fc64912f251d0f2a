# A helper asks for an extent in an arm; what came into the arm had no extents there, so the question stayed a statement until
# the program was read again.
import pypto.language as pl

N = pl.dynamic("N")


@pl.program
class Generated:
    @pl.function(type=pl.FunctionType.Inline)
    def h(self, o: pl.InOut[pl.Tensor[[16], pl.FP32]], c: pl.Tensor[[N, 8], pl.FP32], x: pl.Tensor[[4], pl.FP32], n: pl.Scalar[pl.INDEX]):
        if n < 2:
            n = pl.tensor.dim(c, 0)
        o = pl.assemble(o, x, [n])

    @pl.function
    def main(self, o: pl.InOut[pl.Tensor[[16], pl.FP32]], u: pl.Tensor[[4, 8], pl.FP32], x: pl.Tensor[[4], pl.FP32], n: pl.Scalar[pl.INDEX]):
        self.h(o, u, x, n)
