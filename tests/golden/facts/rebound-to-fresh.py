# rows: B16, B32
# A name that was the parameter and then is a new tensor: the definition that is returned counts.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]], p: pl.Out[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        r = pl.tensor.assemble(o, x, [0])
        r = pl.tensor.create([16], dtype=pl.FP32)
        q = pl.tensor.create([16], dtype=pl.FP32)
        q = pl.tensor.assemble(p, x, [0])
        return r, q

#= k(x In, o Out, p Out) -> - p
