# rows: D20, D30
# A scope becomes a kernel: captures in the order of first use, results that others use; the Opaque host becomes an orchestrator.
import pypto.language as pl


@pl.program
class P:
    @pl.function
    def main(self, x: pl.Tensor[[16], pl.FP32], y: pl.Tensor[[16], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        a = pl.tensor.add(y, x)
        with pl.at(level=pl.Level.CORE_GROUP):
            b = pl.tensor.mul(a, x)
            c = pl.tensor.add(b, b)
        d = pl.tensor.add(c, c)
        return d
