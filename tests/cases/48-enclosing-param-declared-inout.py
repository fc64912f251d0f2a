# Case 48-enclosing-param-declared-inout.
# Elsewhere: a cache that main declares InOut was passed as a mere output.
# Right: first call: input, scalar, inout; second call: input, output_existing.
import pypto.language as pl


@pl.program
class CacheRow:
    @pl.function(type=pl.FunctionType.InCore)
    def put_row(
        self,
        kv: pl.Tensor[[1, 64], pl.FP32],
        pos: pl.Scalar[pl.INDEX],
        cache: pl.Out[pl.Tensor[[128, 64], pl.FP32]],
    ) -> pl.Tensor[[128, 64], pl.FP32]:
        t: pl.Tile[[1, 64], pl.FP32] = pl.load(kv, [0, 0], [1, 64])
        r: pl.Tensor[[128, 64], pl.FP32] = pl.store(t, [pos, 0], cache)
        return r

    @pl.function(type=pl.FunctionType.InCore)
    def read_all(
        self,
        cache: pl.Tensor[[128, 64], pl.FP32],
        y: pl.Out[pl.Tensor[[128, 64], pl.FP32]],
    ) -> pl.Tensor[[128, 64], pl.FP32]:
        t: pl.Tile[[128, 64], pl.FP32] = pl.load(cache, [0, 0], [128, 64])
        r: pl.Tensor[[128, 64], pl.FP32] = pl.store(t, [0, 0], y)
        return r

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(
        self,
        kv: pl.Tensor[[1, 64], pl.FP32],
        pos: pl.Scalar[pl.INDEX],
        cache: pl.InOut[pl.Tensor[[128, 64], pl.FP32]],
        y: pl.Out[pl.Tensor[[128, 64], pl.FP32]],
    ) -> tuple[pl.Tensor[[128, 64], pl.FP32], pl.Tensor[[128, 64], pl.FP32]]:
        cache = self.put_row(kv, pos, cache)
        y = self.read_all(cache, y)
        return cache, y
