# The result of the branch and the parameter that is bound again in it are the same, so both were to have one name; of one name a reader makes
# one merge, and of one that nobody reads none.
import pypto.language as pl


@pl.program
class Generated:
    @pl.function(type=pl.FunctionType.Inline)
    def h3(self, a: pl.Tensor[[16], pl.FP32]):
        if 1 < 2:
            for a2 in pl.unroll(2):
                a = pl.assemble(a, a, [0])
                a3 = pl.assemble(a, a, [0])
            a1 = pl.yield_(a)
        else:
            a1 = pl.yield_(a)

    @pl.function
    def main(self, a: pl.InOut[pl.Tensor[[16], pl.FP32]]):
        self.h3(a)

    @pl.function(type=pl.FunctionType.Inline)
    def h4(self, a: pl.Tensor[[16], pl.FP32], n: pl.Scalar[pl.INDEX]):
        b = pl.add(a, 1.0)
        if n > n:
            for i in pl.unroll(2):
                b = pl.assemble(b, a, [0])
            c = pl.yield_(b)
        else:
            c = pl.yield_(b)
