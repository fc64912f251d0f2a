# Case r60-full-pipeline-inline-at.
# Right: two launches of four tasks, x to mid to y.
import pypto.language as pl


@pl.program
class Full:
    @pl.function(type=pl.FunctionType.Inline)
    def stage(self, x: pl.Tensor[[128, 64], pl.FP32], o: pl.Out[pl.Tensor[[128, 64], pl.FP32]]) -> pl.Tensor[[128, 64], pl.FP32]:
        for b in pl.parallel(4):
            with pl.at(level=pl.Level.CORE_GROUP):
                part: pl.Tensor[[32, 64], pl.FP32] = pl.slice(x, [32, 64], [b * 32, 0])
                e: pl.Tensor[[32, 64], pl.FP32] = pl.exp(part)
                o = pl.assemble(o, e, [b * 32, 0])
        return o

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[128, 64], pl.FP32], y: pl.Out[pl.Tensor[[128, 64], pl.FP32]]) -> pl.Tensor[[128, 64], pl.FP32]:
        mid: pl.Tensor[[128, 64], pl.FP32] = pl.create_tensor([128, 64], dtype=pl.FP32)
        m: pl.Tensor[[128, 64], pl.FP32] = self.stage(x, mid)
        y = self.stage(m, y)
        return y
