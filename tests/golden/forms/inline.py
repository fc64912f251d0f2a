import pypto.language as pl

@pl.inline
def norm(x: pl.Tensor[[16, 64], pl.FP32], g: pl.Tensor[[1, 64], pl.FP32]):
    sq = pl.mul(x, x)
    s = pl.row_sum(sq)
    r = pl.rsqrt(pl.add(pl.mul(s, 1.0 / 64), 1e-6))
    return pl.col_expand_mul(pl.row_expand_mul(x, r), g)

@pl.function(type=pl.FunctionType.Inline)
def bump(i: pl.Out[pl.Scalar[pl.INDEX]], arr: pl.Array[4, pl.INDEX]):
    i = i + 1
    arr[0] = i

@pl.program
class P:
    @pl.function(type=pl.FunctionType.Inline)
    def twice(self, x: pl.Tensor[[16, 64], pl.FP32]) -> pl.Tensor[[16, 64], pl.FP32]:
        return pl.add(x, x)

    @pl.function(type=pl.FunctionType.Opaque)
    def main(self, x: pl.Tensor[[16, 64], pl.FP32], g: pl.Tensor[[1, 64], pl.FP32]) -> pl.Tensor[[16, 64], pl.FP32]:
        i: pl.Scalar[pl.INDEX] = 0
        arr = pl.array.create(4, pl.INDEX)
        bump(i, arr)
        for k in pl.range(3):
            bump(i, arr)
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="norm"):
            y = norm(x, g)
            y = self.twice(self.twice(y))
        if i > 2:
            y = norm(y, g)
        return self.twice(norm(y, g))
