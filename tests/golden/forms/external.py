import pypto.language as pl

@pl.program
class X:
    @pl.function(type=pl.FunctionType.AIV, external_source="/tmp/k.cpp")
    def ext(self, x: pl.Tensor[[64], pl.FP32], o: pl.Out[pl.Tensor[[64], pl.FP32]]) -> pl.Tensor[[64], pl.FP32]: ...

    @pl.function(type=pl.FunctionType.AIV)
    def ext2(self, x: pl.Tensor[[64], pl.FP32], o: pl.Out[pl.Tensor[[64], pl.FP32]]) -> pl.Tensor[[64], pl.FP32]:
        """External."""
        ...

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[64], pl.FP32], o: pl.Out[pl.Tensor[[64], pl.FP32]]) -> pl.Tensor[[64], pl.FP32]:
        o = self.ext(x, o)
        return self.ext2(o, o)

    @pl.function
    def empty(self):
        pass
