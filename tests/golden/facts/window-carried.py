# rows: D41, D86, B4
# A window of a parameter goes round a loop: the parameter is written, and the window comes back.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[16], pl.FP32], o: pl.Tensor[[64], pl.FP32], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16], pl.FP32]:
        w = pl.tensor.slice(o, [16], [16])
        for c, i in pl.while_(init_values=(w, 0)):
            pl.cond(i < n)
            c1 = pl.tensor.assemble(c, x, [0])
            r, j = pl.yield_(c1, i + 1)
        return r

#= k(x In, o In->Out, n In) -> -
#=   while: c ?, i ?
