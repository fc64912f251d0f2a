# rows: D73
# The caller declares the buffer InOut: what was in it counts, also in a parallel loop.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def put_row(self, kv: pl.Tensor[[16], pl.FP32], pos: pl.Scalar[pl.INDEX], cache: pl.Out[pl.Tensor[[64], pl.FP32]]) -> pl.Tensor[[64], pl.FP32]:
        t: pl.Tile[[16], pl.FP32] = pl.load(kv, [0], [16])
        r: pl.Tensor[[64], pl.FP32] = pl.store(t, [pos], cache)
        return r

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, kv: pl.Tensor[[16], pl.FP32], pos: pl.Scalar[pl.INDEX], cache: pl.InOut[pl.Tensor[[64], pl.FP32]], other: pl.InOut[pl.Tensor[[64], pl.FP32]]) -> pl.Tensor[[64], pl.FP32]:
        c = self.put_row(kv, pos, cache)
        for i in pl.parallel(4):
            other = self.put_row(kv, i, other)
        return c
