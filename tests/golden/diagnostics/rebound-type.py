import pypto.language as pl


@pl.program
class P:
    @pl.function
    def main(self, x: pl.Tensor[[16], pl.FP32], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16], pl.FP32]:
        y = pl.add(x, 1.0)
        y = pl.cast(y, target_type=pl.INT32)
        n = 1.5
        for i, (acc,) in pl.range(4, init_values=(x,)):
            acc_end = pl.yield_(pl.cast(acc, target_type=pl.FP16))
        if n > 2:
            v = x
        else:
            v = pl.cast(x, target_type=pl.INT32)
        return v
