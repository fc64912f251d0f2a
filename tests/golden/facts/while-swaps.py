# rows: B5, D44
# A while loop that exchanges its carries.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def k(self, x: pl.Tensor[[16], pl.FP32], a: pl.Tensor[[16], pl.FP32], b: pl.Tensor[[16], pl.FP32], n: pl.Scalar[pl.INDEX]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        t = pl.load(x, [0], [16])
        for ca, cb, i in pl.while_(init_values=(a, b, 0)):
            pl.cond(i < n)
            w = pl.store(t, [0], ca)
            ra, rb, j = pl.yield_(cb, w, i + 1)
        return ra, rb

#= k(x In, a In->Out, b In->Out, n In) -> - -
#=   while: ca ?, cb ?, i ?
