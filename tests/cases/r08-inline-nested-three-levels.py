# Case r08-inline-nested-three-levels.
# Right: four exponentials and two differences a trip.
import pypto.language as pl


@pl.program
class Nest:
    @pl.function(type=pl.FunctionType.Inline)
    def low(self, x: pl.Tensor[[8, 8], pl.FP32]) -> pl.Tensor[[8, 8], pl.FP32]:
        y: pl.Tensor[[8, 8], pl.FP32] = pl.exp(x)
        return y

    @pl.function(type=pl.FunctionType.Inline)
    def mid(self, x: pl.Tensor[[8, 8], pl.FP32], y: pl.Tensor[[8, 8], pl.FP32]) -> pl.Tensor[[8, 8], pl.FP32]:
        a: pl.Tensor[[8, 8], pl.FP32] = self.low(x)
        b: pl.Tensor[[8, 8], pl.FP32] = self.low(y)
        z: pl.Tensor[[8, 8], pl.FP32] = pl.sub(a, b)
        return z

    @pl.function(type=pl.FunctionType.Inline)
    def top(self, x: pl.Tensor[[8, 8], pl.FP32]) -> pl.Tensor[[8, 8], pl.FP32]:
        y: pl.Tensor[[8, 8], pl.FP32] = self.mid(x, x)
        z: pl.Tensor[[8, 8], pl.FP32] = self.mid(y, x)
        return z

    @pl.function
    def main(self, a: pl.Tensor[[8, 8], pl.FP32]) -> pl.Tensor[[8, 8], pl.FP32]:
        for i in pl.range(3):
            a = self.top(a)
        return a
