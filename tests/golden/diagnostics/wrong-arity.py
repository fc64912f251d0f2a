import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[16], pl.FP32], y: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        t = pl.load(x, [0])
        return pl.store(t, [0], y, [16], [16])

    @pl.function
    def main(self, x: pl.Tensor[[16], pl.FP32], y: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        a = self.k(x)
        b = self.k(x, y, y)
        c = self.k(x, yy=y)
        d, t = pl.submit(self.k, x)
        return pl.add(x)
