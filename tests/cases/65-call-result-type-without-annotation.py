# Case 65-call-result-type-without-annotation.
# Elsewhere: results without annotation had no type, or lost it when printed.
# Right: types come from the body, also before its definition.
import pypto.language as pl


@pl.program
class NoArrow:
    @pl.function(type=pl.FunctionType.Orchestration)
    def main(
        self,
        x: pl.Tensor[[14, 14], pl.FP32],
        y: pl.Out[pl.Tensor[[14, 14], pl.FP32]],
    ):
        mid = pl.create_tensor([14, 14], dtype=pl.FP32)
        mid = self.later(x, mid)
        y = self.later(mid, y)
        return y

    @pl.function(type=pl.FunctionType.InCore)
    def later(
        self,
        a: pl.Tensor[[14, 14], pl.FP32],
        o: pl.Out[pl.Tensor[[14, 14], pl.FP32]],
    ):
        t = pl.load(a, [0, 0], [14, 14])
        r = pl.store(t, [0, 0], o)
        return r
