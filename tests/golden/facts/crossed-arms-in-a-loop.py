# rows: B21, D42
# The arms cross two carries: neither result is known, both parameters are written.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def k(self, x: pl.Tensor[[16], pl.FP32], a: pl.Tensor[[16], pl.FP32], b: pl.Tensor[[16], pl.FP32], n: pl.Scalar[pl.INDEX]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        t = pl.load(x, [0], [16])
        for i, (c, d) in pl.range(0, n, init_values=(a, b)):
            c1 = pl.store(t, [0], c)
            if i == 1:
                e, f = pl.yield_(c1, d)
            else:
                e, f = pl.yield_(d, c1)
            r, s = pl.yield_(e, f)
        return r, s

#= k(x In, a In->Out, b In->Out, n In) -> - -
#=   range: c ?, d ?
