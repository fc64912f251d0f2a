# rows: D20
# Two results come as a tuple; one scope after another.
import pypto.language as pl


@pl.program
class P:
    @pl.function
    def main(self, x: pl.Tensor[[16], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        with pl.at(level=pl.Level.CORE_GROUP):
            y = pl.tensor.add(x, x)
            z = pl.tensor.mul(x, x)
        with pl.at(level=pl.Level.CORE_GROUP):
            w = pl.tensor.add(y, z)
        return w
