# rows: D9
# An operator that is called for its effect gives nothing that could name what it wrote; one that gives its target back does.
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def gives(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        v = pl.tensor.read(x, [0])
        r = pl.tensor.write(o, [0], v)
        return r

    @pl.function(type=pl.FunctionType.InCore)
    def gives_none(self, s: pld.DistributedTensor[[16, 16], pl.FP32], o: pl.Out[pld.DistributedTensor[[16, 16], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> pld.DistributedTensor[[16, 16], pl.FP32]:
        r = pld.tensor.put(o, n, s)
        return r

#= gives(x In, o Out) -> o
#= gives_none(s In, o Out, n In) -> -
