# Nothing was run before: all that is missing is told at once.
import pypto.language as pl


@pl.program
class Preconditions:
    @pl.function(type=pl.FunctionType.AIV)
    def step(
        self, x: pl.Tensor[[16, 16], pl.FP32], o: pl.Out[pl.Tensor[[16, 16], pl.FP32]]
    ) -> pl.Tensor[[16, 16], pl.FP32]:
        t = pl.load(x, [0, 0], [16, 16])
        pl.store(pl.add(t, 1.0), [0, 0], o)
        return o

    @pl.function(type=pl.FunctionType.InCore)
    def mixed(self, x: pl.Tensor[[16, 16], pl.FP32], o: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        t = pl.load(x, [0, 0], [16, 16])
        u = pl.load(x, [0, 0], [16, 16], target_memory=pl.Mem.Mat)
        pl.store(t, [0, 0], o)
        return o

    @pl.function
    def helper(self, x: pl.Tensor[[16, 16], pl.FP32], o: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        o = self.step(x, o)
        return o

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        for i in pl.range(4):
            y = self.step(x, y)
        y = self.mixed(x, y)
        y = self.helper(x, y)
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="w"):
            y = pl.assemble(y, pl.add(x, 1.0), [0, 0])
        for j in pl.pipeline(4, stage=2):
            y = self.step(x, y)
        return y
