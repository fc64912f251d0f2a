# pypto.program: FreshResult
import pypto.language as pl


@pl.program
class FreshResult:
    @pl.function
    def main(
        self,
        a: pl.Tensor[[16], pl.FP32],
        s: pl.Tensor[[8], pl.FP32],
    ) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        y: pl.Tensor[[16], pl.FP32] = pl.tensor.adds(a, 0.0)
        b: pl.Tensor[[16], pl.FP32] = pl.tensor.assemble(y, s, [0])
        return a, b

