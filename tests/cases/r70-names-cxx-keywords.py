# Case r70-names-cxx-keywords.
# Elsewhere: names that C++ reserves were emitted as they are.
# Right: new, auto, double and switch get other names in C++.
import pypto.language as pl


@pl.program
class Keywords:
    @pl.function(type=pl.FunctionType.AIV)
    def inc(self, x: pl.Tensor[[16, 16], pl.FP32], o: pl.Out[pl.Tensor[[16, 16], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16, 16], pl.FP32]:
        t: pl.Tile[[16, 16], pl.FP32] = pl.load(x, [n, 0], [16, 16])
        u: pl.Tile[[16, 16], pl.FP32] = pl.add(t, 1.0)
        w: pl.Tensor[[16, 16], pl.FP32] = pl.store(u, [0, 0], o)
        return w

    @pl.function(type=pl.FunctionType.AIV)
    def diff(self, x: pl.Tensor[[16, 16], pl.FP32], y: pl.Tensor[[16, 16], pl.FP32], o: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        t: pl.Tile[[16, 16], pl.FP32] = pl.load(x, [0, 0], [16, 16])
        u: pl.Tile[[16, 16], pl.FP32] = pl.load(y, [0, 0], [16, 16])
        v: pl.Tile[[16, 16], pl.FP32] = pl.sub(t, u)
        w: pl.Tensor[[16, 16], pl.FP32] = pl.store(v, [0, 0], o)
        return w

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16, 16], pl.FP32], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]], double: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16, 16], pl.FP32]:
        new: pl.Tensor[[16, 16], pl.FP32] = pl.create_tensor([16, 16], dtype=pl.FP32)
        auto: pl.Tensor[[16, 16], pl.FP32] = self.inc(x, new, double)
        switch: pl.Tensor[[16, 16], pl.FP32] = self.inc(auto, out, 0)
        return switch
