# rows: B14
# Functions that call each other until a count has run out. The way that ends gives the parameters, and each confirms it of the
# calls if the other does. Where each round exchanges the two, none does: the last one hangs on the count.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.Graph)
    def even(self, x: pl.InOut[pl.Tensor[[16], pl.FP32]], y: pl.InOut[pl.Tensor[[16], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        a, b = self.odd(x, y, n)
        return a, b

    @pl.function(type=pl.FunctionType.InCore)
    def odd(self, x: pl.InOut[pl.Tensor[[16], pl.FP32]], y: pl.InOut[pl.Tensor[[16], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        if n > 0:
            t: pl.Tile[[16], pl.FP32] = pl.load(x, [0], [16])
            c = pl.store(t, [0], y)
            a, b = self.even(x, c, n - 1)
            p, q = pl.yield_(a, b)
        else:
            p, q = pl.yield_(x, y)
        return p, q

    @pl.function(type=pl.FunctionType.Graph)
    def there(self, x: pl.InOut[pl.Tensor[[16], pl.FP32]], y: pl.InOut[pl.Tensor[[16], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        a, b = self.back(x, y, n)
        return a, b

    @pl.function(type=pl.FunctionType.InCore)
    def back(self, x: pl.InOut[pl.Tensor[[16], pl.FP32]], y: pl.InOut[pl.Tensor[[16], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        if n > 0:
            t: pl.Tile[[16], pl.FP32] = pl.load(x, [0], [16])
            c = pl.store(t, [0], y)
            a, b = self.there(x, c, n - 1)
            p, q = pl.yield_(a, b)
        else:
            p, q = pl.yield_(x, y)
        return q, p
