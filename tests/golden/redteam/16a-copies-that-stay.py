# pypto.program: Copies
import pypto.language as pl


@pl.program
class Copies:
    @pl.function
    def main(
        self,
        x: pl.Tensor[[16], pl.FP32],
        y: pl.InOut[pl.Tensor[[16], pl.FP32]],
        s: pl.Tensor[[8], pl.FP32],
    ) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        y_1: pl.Tensor[[16], pl.FP32] = pl.tensor.assemble(y, s, [0])
        return y_1, y_1

