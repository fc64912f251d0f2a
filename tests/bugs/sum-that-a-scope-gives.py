# The scope gives `(n - 5) // 2`, and another quotient is taken of that behind it. To the graph what a scope gives is only a
# component of it; the text says how it is calculated, so it became simpler when it was read again.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.Inline)
    def helper(self, n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
        return n

    @pl.function(type=pl.FunctionType.Orchestration, auto_scope=False)
    def main(self, a: pl.InOut[pl.Tensor[[16], pl.FP32]], n: pl.Scalar[pl.INDEX]):
        with pl.scope():
            m = self.helper((n - 5) // 2)
        c = pl.array.create(4, pl.INDEX)
        c[1] = (m - 5) // 2
        if c[1] > 0:
            x = pl.slice(a, [4], [8])
            a = pl.assemble(a, x, [0])
