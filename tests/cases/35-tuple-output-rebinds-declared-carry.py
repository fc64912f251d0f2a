# Case 35-tuple-output-rebinds-declared-carry.
# Elsewhere: results of one call were declared again under the carry's name.
# Right: cur changes hands, side does not; y is x + 4, z is -(x + 3).
import pypto.language as pl


@pl.program
class PairCarry:
    @pl.function(type=pl.FunctionType.InCore)
    def both(
        self,
        x: pl.Tensor[[16, 48], pl.FP32],
        a: pl.Out[pl.Tensor[[16, 48], pl.FP32]],
        b: pl.Out[pl.Tensor[[16, 48], pl.FP32]],
    ) -> tuple[pl.Tensor[[16, 48], pl.FP32], pl.Tensor[[16, 48], pl.FP32]]:
        t: pl.Tile[[16, 48], pl.FP32] = pl.load(x, [0, 0], [16, 48])
        a1: pl.Tensor[[16, 48], pl.FP32] = pl.store(pl.add(t, 1.0), [0, 0], a)
        b1: pl.Tensor[[16, 48], pl.FP32] = pl.store(pl.neg(t), [0, 0], b)
        return a1, b1

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(
        self,
        x: pl.Tensor[[16, 48], pl.FP32],
        y: pl.Out[pl.Tensor[[16, 48], pl.FP32]],
        z: pl.Out[pl.Tensor[[16, 48], pl.FP32]],
    ) -> tuple[pl.Tensor[[16, 48], pl.FP32], pl.Tensor[[16, 48], pl.FP32]]:
        for _i, (cur, side) in pl.range(0, 3, init_values=(x, z)):
            fresh: pl.Tensor[[16, 48], pl.FP32] = pl.create_tensor([16, 48], dtype=pl.FP32)
            cur1, side1 = self.both(cur, fresh, side)
            cur_rv, side_rv = pl.yield_(cur1, side1)
        y1, z1 = self.both(cur_rv, y, side_rv)
        return y1, z1
