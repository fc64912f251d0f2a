# The same through calls: the caller sees a buffer that its callee changed for a while.
import pypto.language as pl


@pl.program
class RestoredInCallee:
    @pl.function(type=pl.FunctionType.InCore)
    def copy(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t: pl.Tile[[16], pl.FP32] = pl.load(x, [0], [16])
        r: pl.Tensor[[16], pl.FP32] = pl.store(t, [0], o)
        return r

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, u: pl.Tensor[[16], pl.FP32], x: pl.InOut[pl.Tensor[[16], pl.FP32]], keep: pl.Out[pl.Tensor[[16], pl.FP32]], z: pl.Out[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        keep1: pl.Tensor[[16], pl.FP32] = self.copy(x, keep)
        x1: pl.Tensor[[16], pl.FP32] = self.copy(u, x)
        z1: pl.Tensor[[16], pl.FP32] = self.copy(x1, z)
        x2: pl.Tensor[[16], pl.FP32] = self.copy(keep1, x1)
        return x2, z1
