# One body of the scope stands in two places, since the helper is called twice; what it captures was taken for what is at the last of
# them, each name stood for the other, and reading it off never ended.
import pypto.language as pl


@pl.program
class Generated:
    @pl.function(type=pl.FunctionType.Inline)
    def h3(self, u: pl.Tensor[[8], pl.FP32], new: pl.InOut[pl.Tensor[[16], pl.FP32]], c: pl.Tensor[[4, 8], pl.FP32]) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[8], pl.FP32]]:
        a0 = pl.create_tensor([16], dtype=pl.FP32)
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="part"):
            y = 2
            for (a, p) in pl.while_(init_values=(0, a0)):
                pl.cond(a < y)
                new = pl.assemble(new, new, [0])
                a1, a2 = pl.yield_(a + 1, p)
        return new, u

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.InOut[pl.Tensor[[16], pl.FP32]], n: pl.Scalar[pl.INDEX], b: pl.Tensor[[8], pl.FP32], c: pl.InOut[pl.Tensor[[4, 8], pl.FP32]], d: pl.InOut[pl.Tensor[[4, 8], pl.FP32]]):
        self.h3(b, x, c)
        for y in pl.pipeline(n % 3, stage=2):
            y1 = self.h3(b, x, d)
