# rows: C10
# A tensor made in a body that carries it out, or in an arm: no scope there, since it would end too soon.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def kernel(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t: pl.Tile[[16], pl.FP32] = pl.load(x, [0], [16])
        r: pl.Tensor[[16], pl.FP32] = pl.store(t, [0], o)
        return r

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]], p: pl.Out[pl.Tensor[[16], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        cur = x
        for i in pl.range(4):
            kept = pl.create_tensor([16], dtype=pl.FP32)
            kept = self.kernel(cur, kept)
            gone = pl.create_tensor([16], dtype=pl.FP32)
            gone = self.kernel(kept, gone)
            cur = kept
        if n == 0:
            y = pl.create_tensor([16], dtype=pl.FP32)
            y = self.kernel(x, y)
        else:
            y = x
        for i in pl.range(4):
            local = pl.create_tensor([16], dtype=pl.FP32)
            local = self.kernel(y, local)
            p = self.kernel(local, p)
        o = self.kernel(cur, o)
        return o, p
