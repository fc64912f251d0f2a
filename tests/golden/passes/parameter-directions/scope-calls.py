# rows: D21, D27, D34, D43
# A capture that goes to callees by calls and submissions: Out stays Out, a read by one and a write by another is InOut.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def wr(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t: pl.Tile[[16], pl.FP32] = pl.load(x, [0], [16])
        r: pl.Tensor[[16], pl.FP32] = pl.store(t, [0], o)
        return r

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16], pl.FP32], out: pl.Out[pl.Tensor[[16], pl.FP32]], mid: pl.InOut[pl.Tensor[[16], pl.FP32]], sub: pl.Out[pl.Tensor[[16], pl.FP32]]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        with pl.cluster():
            t: pl.Tile[[16], pl.FP32] = pl.load(mid, [0], [16])
            out = self.wr(x, out)
            mid = self.wr(x, mid)
            sub, tid = pl.submit(self.wr, x, sub)
        return out, mid, sub
