# Case 31-loop-rebind-must-carry.
# Elsewhere: the carried tensor was taken for its start value on every trip.
# Right: cur is a carry that changes hands; y is x + 6.
import pypto.language as pl


@pl.program
class LayerStack:
    @pl.function(type=pl.FunctionType.InCore)
    def step(
        self,
        x: pl.Tensor[[32, 64], pl.FP32],
        o: pl.Out[pl.Tensor[[32, 64], pl.FP32]],
    ) -> pl.Tensor[[32, 64], pl.FP32]:
        t: pl.Tile[[32, 64], pl.FP32] = pl.load(x, [0, 0], [32, 64])
        r: pl.Tensor[[32, 64], pl.FP32] = pl.store(pl.add(t, 1.0), [0, 0], o)
        return r

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(
        self,
        x: pl.Tensor[[32, 64], pl.FP32],
        y: pl.Out[pl.Tensor[[32, 64], pl.FP32]],
    ) -> pl.Tensor[[32, 64], pl.FP32]:
        cur = x
        for _layer in pl.range(5):
            nxt: pl.Tensor[[32, 64], pl.FP32] = pl.create_tensor([32, 64], dtype=pl.FP32)
            nxt = self.step(cur, nxt)
            cur = nxt
        y = self.step(cur, y)
        return y
