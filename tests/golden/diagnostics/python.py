import pypto.language as pl


@pl.program
class P:
    @pl.function
    def main(self, x: pl.Tensor[[16], pl.FP32], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16], pl.FP32]:
        f = lambda a: a + 1
        try:
            y = pl.exp(x)
        except ValueError:
            y = x
        assert n > 0
        name = f"row {n}"
        z = x if n > 1 else y
        del z
        a = b = x
        for i in pl.range(4):
            y = x
        else:
            y = z
        if n is None:
            y = x
        w: pl.Tensor[[16], pl.FP32]
        u = {1, 2}
        v = [k for k in range(4) if k > 1]
        print(x.shape)
        return y
