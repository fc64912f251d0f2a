# rows: B30, B40
# Orchestration and Opaque functions return what they return.
import pypto.language as pl


@pl.program
class P:
    @pl.function
    def helper(self, a: pl.InOut[pl.Tensor[[16], pl.FP32]], b: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        x = b
        return x, a

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, a: pl.InOut[pl.Tensor[[16], pl.FP32]], b: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        p, q = self.helper(a, b)
        return q, p
