import pypto.language as pl


@pl.program
class P:
    @pl.function
    def main(self, x: pl.Tensor[[16], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        with pl.att(level=pl.Level.CORE_GROUP):
            y = pl.exp(x)
        with pl.at():
            y = pl.exp(x)
        with pl.at(level=pl.Level.CORE_GROPU, deps=[x]) as (a, b):
            y = pl.exp(x)
        with pl.spmd():
            y = pl.exp(x)
        with pl.scope(mode=pl.ScopeMode.MANAUL):
            y = pl.exp(x)
        for i in range(4):
            y = pl.exp(y)
        for i in pl.rangee(4):
            y = pl.exp(y)
        return y
