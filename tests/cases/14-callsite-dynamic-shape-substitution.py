# Case 14-callsite-dynamic-shape-substitution.
# Elsewhere: the result type at the call kept the callee's symbols, which mean nothing in the caller.
# Right: c1 has 96 by 32 elements; two extents for one symbol are an error that names symbol and arguments.
import pypto.language as pl

P = pl.dynamic("P")
Q = pl.dynamic("Q")


@pl.program
class BindSyms:
    @pl.function(type=pl.FunctionType.InCore)
    def pair_max(
        self,
        a: pl.Tensor[[P, Q], pl.FP32],
        b: pl.Tensor[[P, Q], pl.FP32],
        c: pl.Out[pl.Tensor[[P, Q], pl.FP32]],
    ) -> pl.Tensor[[P, Q], pl.FP32]:
        ta = pl.load(a, [0, 0], [32, 32])
        tb = pl.load(b, [0, 0], [32, 32])
        r = pl.store(pl.maximum(ta, tb), [0, 0], c)
        return r

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(
        self,
        a: pl.Tensor[[96, 32], pl.FP32],
        b: pl.Tensor[[96, 32], pl.FP32],
        c: pl.Out[pl.Tensor[[96, 32], pl.FP32]],
    ) -> pl.Tensor[[96, 32], pl.FP32]:
        c1 = self.pair_max(a, b, c)
        return c1
