import pypto.language as pl

@pl.program
class Early:
    @pl.function(type=pl.FunctionType.Inline)
    def pick(self, x: pl.Tensor[[8], pl.FP32], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[8], pl.FP32]:
        if n == 0:
            return x
        elif n == 1:
            if n > 5:
                return pl.exp(x)
            z = pl.mul(x, 3.0)
            return z
        y: pl.Tensor[[8], pl.FP32] = pl.exp(x)
        for i in pl.range(4):
            y = pl.add(y, 1.0)
        return y

    @pl.function
    def two(self, x: pl.Tensor[[8], pl.FP32], n: pl.Scalar[pl.INDEX]) -> tuple[pl.Tensor[[8], pl.FP32], pl.Scalar[pl.INDEX]]:
        if n == 0:
            return x, 1
        else:
            return pl.add(x, 1.0), n

    @pl.function(type=pl.FunctionType.InCore)
    def void(self, x: pl.Tensor[[8], pl.FP32], n: pl.Scalar[pl.INDEX], o: pl.Out[pl.Tensor[[8], pl.FP32]]):
        if n == 0:
            return
        t = pl.load(x, [0], [8])
        if n == 1:
            pl.store(t, [0], o)
            return
        pl.store(pl.add(t, t), [0], o)

    @pl.function
    def main(self, a: pl.Tensor[[8], pl.FP32], n: pl.Scalar[pl.INDEX], o: pl.Out[pl.Tensor[[8], pl.FP32]]) -> pl.Tensor[[8], pl.FP32]:
        y: pl.Tensor[[8], pl.FP32] = self.pick(a, n)
        z, m = self.two(y, n)
        self.void(z, m, o)
        return z
