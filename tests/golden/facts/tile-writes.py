# rows: D44, D24
# Tile rows that write in place say nothing of a tensor; the tensor counts once it is stored into.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def k(self, x: pl.Tensor[[16], pl.FP32], o: pl.Tensor[[16], pl.FP32], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16], pl.FP32]:
        t = pl.load(o, [0], [16])
        pl.tile.write(t, [n], 1.0)
        r = pl.store(t, [0], x)
        return r

#= k(x In->Out, o In, n In) -> x
