# A value that algebra equates with a parameter is written; the parameter is returned beside it.
import pypto.language as pl


@pl.program
class EqualToArgument:
    @pl.function
    def main(self, a: pl.Tensor[[16], pl.FP32], s: pl.Tensor[[8], pl.FP32]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        b: pl.Tensor[[16], pl.FP32] = pl.add(a, 0.0)
        b = pl.assemble(b, s, [0])
        return b, a
