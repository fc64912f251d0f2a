# The helper submits a task that does nothing with storage. Its two calls had the same node, as if it only computed something, and one of the
# tasks went missing.
import pypto.language as pl


@pl.program
class Generated:
    @pl.function(type=pl.FunctionType.Inline)
    def h2(self, a: pl.Tensor[[16], pl.FP32]):
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="part") as t:
            pass

    @pl.function
    def main(self, a: pl.InOut[pl.Tensor[[16], pl.FP32]]):
        a = pl.assemble(a, a, [0])
        self.h2(a)
        self.h2(a)
