# Case 56-hoisted-temp-in-single-statement-body.
# Elsewhere: the slice that a lone call needs was lost.
# Right: the slice is made inside the innermost block, before the call.
import pypto.language as pl


@pl.program
class OneLiner:
    @pl.function(type=pl.FunctionType.InCore)
    def cp(
        self,
        a: pl.Tensor[[4, 32], pl.FP32],
        o: pl.Out[pl.Tensor[[4, 32], pl.FP32]],
    ) -> pl.Tensor[[4, 32], pl.FP32]:
        t: pl.Tile[[4, 32], pl.FP32] = pl.load(a, [0, 0], [4, 32])
        r: pl.Tensor[[4, 32], pl.FP32] = pl.store(t, [0, 0], o)
        return r

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(
        self,
        x: pl.Tensor[[6, 4, 32], pl.FP32],
        go: pl.Scalar[pl.INT32],
        o: pl.Out[pl.Tensor[[4, 32], pl.FP32]],
    ) -> pl.Tensor[[4, 32], pl.FP32]:
        for i in pl.range(6):
            if go > 0:
                o = self.cp(x[i], o)
        return o
