# `k` reads a parameter that it declares as only written. At -O2 the write before the call was dropped.
import pypto.language as pl


@pl.program
class ReadOfAnOutParameter:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, a: pl.Out[pl.Tensor[[16], pl.FP32]], x: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t = pl.load(a, [0], [16])
        y = pl.store(t, [0], x)
        return y

    @pl.function
    def main(self, p: pl.Tensor[[16], pl.FP32], x: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        alloc_0 = pl.create_tensor([16], dtype=pl.FP32)
        alloc_0 = pl.assemble(alloc_0, p, [0])
        y = self.k(alloc_0, x)
        return y
