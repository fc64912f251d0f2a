# Case 53-out-external-is-output-not-inout.
# Elsewhere: a plain output was passed as read and written.
# Right: task 0 reads a and writes o, task 1 reads o and writes p.
import pypto.language as pl


@pl.program
class PlainOut:
    @pl.function(type=pl.FunctionType.InCore)
    def cp(
        self,
        a: pl.Tensor[[10, 64], pl.FP32],
        o: pl.Out[pl.Tensor[[10, 64], pl.FP32]],
    ) -> pl.Tensor[[10, 64], pl.FP32]:
        t: pl.Tile[[10, 64], pl.FP32] = pl.load(a, [0, 0], [10, 64])
        r: pl.Tensor[[10, 64], pl.FP32] = pl.store(t, [0, 0], o)
        return r

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(
        self,
        a: pl.Tensor[[10, 64], pl.FP32],
        o: pl.Out[pl.Tensor[[10, 64], pl.FP32]],
        p: pl.Out[pl.Tensor[[10, 64], pl.FP32]],
    ) -> tuple[pl.Tensor[[10, 64], pl.FP32], pl.Tensor[[10, 64], pl.FP32]]:
        o = self.cp(a, o)
        p = self.cp(o, p)
        return o, p
