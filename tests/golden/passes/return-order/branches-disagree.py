# rows: B4, B21, B22, B32, B70
# Two parameters, a fresh tensor, a view in one branch, no else: left alone.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def two(self, x: pl.Tensor[[16], pl.FP32], a: pl.Out[pl.Tensor[[16], pl.FP32]], b: pl.Out[pl.Tensor[[16], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16], pl.FP32]:
        t: pl.Tile[[16], pl.FP32] = pl.load(x, [0], [16])
        if n == 0:
            r: pl.Tensor[[16], pl.FP32] = pl.store(t, [0], a)
        else:
            r: pl.Tensor[[16], pl.FP32] = pl.store(t, [0], b)
        return r

    @pl.function(type=pl.FunctionType.InCore)
    def fresh(self, x: pl.Tensor[[16], pl.FP32], a: pl.Out[pl.Tensor[[16], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16], pl.FP32]:
        t: pl.Tile[[16], pl.FP32] = pl.load(x, [0], [16])
        if n == 0:
            r: pl.Tensor[[16], pl.FP32] = pl.store(t, [0], a)
        else:
            r = pl.tensor.create([16], dtype=pl.FP32)
        return r

    @pl.function(type=pl.FunctionType.InCore)
    def view(self, x: pl.Tensor[[16], pl.FP32], a: pl.Out[pl.Tensor[[32], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t: pl.Tile[[16], pl.FP32] = pl.load(x, [0], [16])
        a1: pl.Tensor[[32], pl.FP32] = pl.store(t, [0], a)
        r = pl.tensor.slice(a1, [16], [0])
        return r

    @pl.function(type=pl.FunctionType.InCore)
    def missing(self, x: pl.Tensor[[16], pl.FP32], a: pl.Out[pl.Tensor[[16], pl.FP32]], b: pl.Out[pl.Tensor[[16], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16], pl.FP32]:
        t: pl.Tile[[16], pl.FP32] = pl.load(x, [0], [16])
        r = a
        if n == 0:
            r: pl.Tensor[[16], pl.FP32] = pl.store(t, [0], b)
        return r
