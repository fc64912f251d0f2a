# Case 22-scalar-carry-in-tuple-return.
# Elsewhere: a scalar carry was emitted as an alias of a tensor.
# Right: the scalar result comes from no parameter, the tensor is o.
import pypto.language as pl


@pl.program
class CountAndFill:
    @pl.function(type=pl.FunctionType.InCore)
    def fill(
        self,
        start: pl.Scalar[pl.INDEX],
        x: pl.Tensor[[48, 16], pl.FP32],
        o: pl.Out[pl.Tensor[[48, 16], pl.FP32]],
    ) -> tuple[pl.Scalar[pl.INDEX], pl.Tensor[[48, 16], pl.FP32]]:
        for k, (pos, buf) in pl.range(0, 3, init_values=(start, o)):
            t: pl.Tile[[16, 16], pl.FP32] = pl.load(x, [pos, 0], [16, 16])
            nb: pl.Tensor[[48, 16], pl.FP32] = pl.store(t, [pos, 0], buf)
            np: pl.Scalar[pl.INDEX] = k * 16 + 16
            pos_out, buf_out = pl.yield_(np, nb)
        return pos_out, buf_out

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(
        self,
        start: pl.Scalar[pl.INDEX],
        x: pl.Tensor[[48, 16], pl.FP32],
        o: pl.Out[pl.Tensor[[48, 16], pl.FP32]],
    ) -> pl.Tensor[[48, 16], pl.FP32]:
        n, o1 = self.fill(start, x, o)
        return o1
