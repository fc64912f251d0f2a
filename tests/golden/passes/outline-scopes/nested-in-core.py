# rows: D20
# A core scope in a core scope.
import pypto.language as pl


@pl.program
class P:
    @pl.function
    def main(self, x: pl.Tensor[[16], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        with pl.at(level=pl.Level.CORE_GROUP):
            y = pl.tensor.add(x, x)
            with pl.at(level=pl.Level.CORE_GROUP):
                z = pl.tensor.mul(y, y)
        return z
