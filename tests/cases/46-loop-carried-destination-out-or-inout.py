# Case 46-loop-carried-destination-out-or-inout.
# Elsewhere: a parameter that starts a carry kept its direction In.
# Right: x is In, only_w is Out, rw is InOut.
import pypto.language as pl


@pl.program
class CarryDir:
    @pl.function(type=pl.FunctionType.InCore)
    def wr(
        self,
        x: pl.Tensor[[40, 16], pl.FP32],
        only_w: pl.Tensor[[40, 16], pl.FP32],
        rw: pl.Tensor[[40, 16], pl.FP32],
    ) -> tuple[pl.Tensor[[40, 16], pl.FP32], pl.Tensor[[40, 16], pl.FP32]]:
        for i, (w, m) in pl.range(0, 5, init_values=(only_w, rw)):
            t: pl.Tile[[8, 16], pl.FP32] = pl.load(x, [i * 8, 0], [8, 16])
            old: pl.Tile[[8, 16], pl.FP32] = pl.load(m, [i * 8, 0], [8, 16])
            w1: pl.Tensor[[40, 16], pl.FP32] = pl.store(t, [i * 8, 0], w)
            m1: pl.Tensor[[40, 16], pl.FP32] = pl.store(pl.add(old, t), [i * 8, 0], m)
            w_rv, m_rv = pl.yield_(w1, m1)
        return w_rv, m_rv
