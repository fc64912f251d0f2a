# A helper returns a parameter other than the one the caller binds: the assignment stays.
import pypto.language as pl


@pl.program
class Copies:
    @pl.function(type=pl.FunctionType.Inline)
    def pick(self, a: pl.Tensor[[16], pl.FP32], b: pl.Tensor[[16], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        return b

    @pl.function
    def main(self, x: pl.Tensor[[16], pl.FP32], y: pl.InOut[pl.Tensor[[16], pl.FP32]], s: pl.Tensor[[8], pl.FP32]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        r: pl.Tensor[[16], pl.FP32] = self.pick(x, y)
        y = pl.assemble(y, s, [0])
        return r, y
