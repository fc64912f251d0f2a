# rows: D20
# A graph is a function of its name; core scopes in it become kernels of the Graph.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16], pl.FP32], acc: pl.InOut[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
        for i in pl.range(4):
            with pl.graph("accumulate"):
                with pl.at(level=pl.Level.CORE_GROUP):
                    t: pl.Tile[[16], pl.FP32] = pl.load(x, [0], [16])
                    u: pl.Tile[[16], pl.FP32] = pl.load(acc, [0], [16])
                    acc = pl.store(pl.tile.add(t, u), [0], acc)
        return acc
