# rows: B5, D44
# An inner loop exchanges what the outer one hands on: nobody knows which parameter comes back, and both are written.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def k(self, x: pl.Tensor[[16], pl.FP32], a: pl.Tensor[[16], pl.FP32], b: pl.Tensor[[16], pl.FP32]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        t = pl.load(x, [0], [16])
        for i, (ca, cb) in pl.range(0, 4, init_values=(a, b)):
            for j, (da, db) in pl.range(0, 3, init_values=(ca, cb)):
                w = pl.store(t, [0], da)
                ea, eb = pl.yield_(db, w)
            ra, rb = pl.yield_(ea, eb)
        return ra, rb

#= k(x In, a In->Out, b In->Out) -> - -
#=   range: ca ?, cb ?
#=   range: da ?, db ?
