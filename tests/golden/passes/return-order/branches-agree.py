# rows: B17, B18
# Both branches write the same parameter: the merge is that parameter, in the kernel and in the wrapper.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[16], pl.FP32], out: pl.Out[pl.Tensor[[16], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16], pl.FP32]:
        t: pl.Tile[[16], pl.FP32] = pl.load(x, [0], [16])
        if n == 0:
            r: pl.Tensor[[16], pl.FP32] = pl.store(t, [0], out)
        else:
            u = pl.tile.exp(t)
            r: pl.Tensor[[16], pl.FP32] = pl.store(u, [0], out)
        return r

    @pl.function(type=pl.FunctionType.Group)
    def g(self, x: pl.Tensor[[16], pl.FP32], out: pl.Out[pl.Tensor[[16], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16], pl.FP32]:
        r = self.k(x, out, n)
        return r

    @pl.function(type=pl.FunctionType.InCore)
    def twice(self, x: pl.Tensor[[16], pl.FP32], out: pl.Out[pl.Tensor[[16], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16], pl.FP32]:
        if n == 0:
            r = self.k(x, out, n)
        else:
            r = self.k(x, out, 1)
        return r
