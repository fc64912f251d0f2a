# What came into a scope had no extents there, so the extent asked for stayed a statement, and was the symbol that it is
# only when the scope, as a function of its own, was optimized again.
import pypto.language as pl

N = pl.dynamic("N")


@pl.program
class Asked:
    @pl.function
    def main(self, a: pl.InOut[pl.Tensor[[N, 8], pl.FP32]], o: pl.InOut[pl.Tensor[[16], pl.FP32]], x: pl.Tensor[[8], pl.FP32]):
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="part"):
            b = pl.slice(a, [1, 8], [0, 0])
            n = pl.tensor.dim(a, 0)
        o = pl.assemble(o, x, [n % 9])
