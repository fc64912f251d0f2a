# The helper writes nothing that it gets, so what it cuts out is a value to it; its caller writes the storage, and in the
# caller's text the same cut is a view. Optimizing the output made one statement of the two.
import pypto.language as pl


@pl.program
class Generated:
    @pl.function(type=pl.FunctionType.Inline)
    def h1(self, a: pl.Tensor[[16], pl.FP32]):
        a1 = pl.slice(a, [16], [0])
        a2 = pl.add(a1, 1.0)
        a3 = pl.assemble(a2, a2, [0])

    @pl.function
    def main(self, a2: pl.InOut[pl.Tensor[[16], pl.FP32]], n: pl.Scalar[pl.INDEX]):
        self.h1(a2)
        a4 = pl.reshape(a2, [2, 8])
        a5 = pl.assemble(a4, a4, [0, 0])
        self.h1(a2)
