# rows: D27, D33
# Blocks: a loop over blocks is a kernel and a wrapper, a call under `with` only a wrapper; the launch data are the dispatch's.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(self, x: pl.Tensor[[64], pl.FP32], o: pl.Out[pl.Tensor[[64], pl.FP32]]) -> pl.Tensor[[64], pl.FP32]:
        b = pl.tile.get_block_idx()
        t: pl.Tile[[16], pl.FP32] = pl.load(x, [b * 16], [16])
        r = pl.store(t, [b * 16], o)
        return r

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[64], pl.FP32], o: pl.Out[pl.Tensor[[64], pl.FP32]], p: pl.Out[pl.Tensor[[64], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> tuple[pl.Tensor[[64], pl.FP32], pl.Tensor[[64], pl.FP32]]:
        for i in pl.spmd(4, name_hint="q_proj"):
            t: pl.Tile[[16], pl.FP32] = pl.load(x, [i * 16], [16])
            o = pl.store(t, [i * 16], o)
        for i in pl.spmd(n * 2):
            t: pl.Tile[[16], pl.FP32] = pl.load(x, [i * 16], [16])
            o = pl.store(t, [i * 16], o)
        with pl.spmd(4, sync_start=True) as tid:
            p = self.kernel(x, p)
        return o, p
