# rows: D20
# A graph inside a graph: an error.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        with pl.graph("outer"):
            with pl.graph("inner"):
                y = pl.tensor.add(x, x)
        return y
