# Operators and values that the table does not know are kept as they are written.
import pypto.language as pl


@pl.program
class Foreign:
    @pl.function
    def main(self, x: pl.Tensor[[64, 64], pl.FP32]) -> pl.Tensor[[64, 64], pl.FP32]:
        a = pl.tensor.frobnicate(x, 3, mode="x", flag=True, dt=pl.FP32, lst=[1, 2], v=x)
        b: pl.Tensor[[64, 64], pl.FP32] = pl.tensor.frobnicate(x, [1, 2], (3, 4))
        c = pl.add(a, b)
        d = a + 1.0
        e, f = pl.tensor.split_two(x)
        g = pl.foo.bar.baz(e)
        pl.system.whatever(g, f)
        i = pl.newop(x, scale=-1.5, pl_mode=pl.SomeEnum.Value, flags=[pl.some_flag, pl.split(pl.SplitMode.NONE)])
        for q, (acc,) in pl.range(4, init_values=(a,)):
            acc2 = pl.newop(acc)
            out = pl.yield_(acc2)
        return c
