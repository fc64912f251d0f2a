# Case 17-return-mixed-store-and-loop-yield.
# Elsewhere: result i was bound to the i-th output parameter.
# Right: results are rows (parameter 2) and bias (parameter 1); in order of parameters the projections swap.
import pypto.language as pl


@pl.program
class MixedReturn:
    @pl.function(type=pl.FunctionType.InCore)
    def produce(
        self,
        x: pl.Tensor[[64, 32], pl.FP32],
        bias: pl.Out[pl.Tensor[[1, 32], pl.FP32]],
        rows: pl.Out[pl.Tensor[[64, 32], pl.FP32]],
    ) -> tuple[pl.Tensor[[64, 32], pl.FP32], pl.Tensor[[1, 32], pl.FP32]]:
        for k, (acc,) in pl.range(0, 4, init_values=(rows,)):
            t: pl.Tile[[16, 32], pl.FP32] = pl.load(x, [k * 16, 0], [16, 32])
            nxt: pl.Tensor[[64, 32], pl.FP32] = pl.store(pl.exp(t), [k * 16, 0], acc)
            rows_done = pl.yield_(nxt)
        z: pl.Tile[[1, 32], pl.FP32] = pl.load(x, [0, 0], [1, 32])
        bias_done: pl.Tensor[[1, 32], pl.FP32] = pl.store(z, [0, 0], bias)
        return rows_done, bias_done

    @pl.function(type=pl.FunctionType.InCore)
    def consume(
        self,
        rows: pl.Tensor[[64, 32], pl.FP32],
        bias: pl.Tensor[[1, 32], pl.FP32],
        y: pl.Out[pl.Tensor[[64, 32], pl.FP32]],
    ) -> pl.Tensor[[64, 32], pl.FP32]:
        a: pl.Tile[[64, 32], pl.FP32] = pl.load(rows, [0, 0], [64, 32])
        b: pl.Tile[[1, 32], pl.FP32] = pl.load(bias, [0, 0], [1, 32])
        r: pl.Tensor[[64, 32], pl.FP32] = pl.store(pl.col_expand_mul(a, b), [0, 0], y)
        return r

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(
        self,
        x: pl.Tensor[[64, 32], pl.FP32],
        y: pl.Out[pl.Tensor[[64, 32], pl.FP32]],
    ) -> pl.Tensor[[64, 32], pl.FP32]:
        b0: pl.Tensor[[1, 32], pl.FP32] = pl.create_tensor([1, 32], dtype=pl.FP32)
        r0: pl.Tensor[[64, 32], pl.FP32] = pl.create_tensor([64, 32], dtype=pl.FP32)
        r1, b1 = self.produce(x, b0, r0)
        y = self.consume(r1, b1, y)
        return y
