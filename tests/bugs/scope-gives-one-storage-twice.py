# The first scope gives one storage under two names, `e` and `c`. Outside of the scope they were two things, and which of
# them the last launch was given was settled only when the text was read again.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def kernel(
        self,
        u: pl.Tensor[[16], pl.FP32],
        a: pl.Tensor[[16], pl.FP32],
        p: pl.InOut[pl.Tensor[[16], pl.FP32]],
    ) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[16], pl.FP32]]:
        return u, p

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(
        self,
        u: pl.InOut[pl.Tensor[[16], pl.FP32]],
        c: pl.Tensor[[16], pl.FP32],
        e: pl.InOut[pl.Tensor[[16], pl.FP32]],
    ):
        with pl.manual_scope():
            task = None
            for i in pl.range(2):
                (e, d), task = pl.submit(self.kernel, u, c, e, deps=[task])
            (c, f), other = pl.submit(self.kernel, e, pl.no_dep(e), c, deps=[task])
        with pl.manual_scope():
            (c, y), first = pl.submit(self.kernel, u, c, c)
            (u, a), second = pl.submit(self.kernel, u, y, y)
            (u, b), third = pl.submit(self.kernel, u, e, u, deps=[first, second])
