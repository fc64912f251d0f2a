# rows: D25
# An atomic store reads what it adds to.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[16], pl.FP32], o: pl.Tensor[[16], pl.FP32], p: pl.Tensor[[16], pl.FP32]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        t: pl.Tile[[16], pl.FP32] = pl.load(x, [0], [16])
        o1: pl.Tensor[[16], pl.FP32] = pl.store(t, [0], o, atomic=pl.AtomicType.Add)
        p1: pl.Tensor[[16], pl.FP32] = pl.store(t, [0], p)
        return o1, p1
