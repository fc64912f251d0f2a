# rows: D20
# Levels of the machine, nested: the inner is outlined from the outer, under its name.
import pypto.language as pl


@pl.program
class P:
    @pl.function
    def main(self, x: pl.Tensor[[16], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        with pl.at(level=pl.Level.GLOBAL, role=pl.Role.Orchestrator):
            y = pl.tensor.add(x, x)
            with pl.at(level=pl.Level.HOST, role=pl.Role.Worker):
                z = pl.tensor.mul(y, y)
        return z
