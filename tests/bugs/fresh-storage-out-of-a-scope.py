# Storage that a scope creates and a helper reads after it: the storage had no name where the helper's loop begins, and
# the optimizer panicked. An alias set lives where all of it is defined *and mentioned*: what a scope's body defines is
# visible after the scope.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.Inline)
    def hand_on(self, p: pl.Tensor[[4, 8], pl.FP32]) -> pl.Tensor[[4, 8], pl.FP32]:
        for _, (a,) in pl.range(3, init_values=(p,)):
            last = pl.yield_(a)
        return last

    @pl.function(type=pl.FunctionType.Inline)
    def keep(self, p: pl.Tensor[[4, 8], pl.FP32], o: pl.InOut[pl.Tensor[[4, 8], pl.FP32]]) -> pl.Tensor[[4, 8], pl.FP32]:
        o = pl.assemble(o, p, [0, 0])
        return o

    @pl.function(type=pl.FunctionType.Orchestration, auto_scope=False)
    def main(self, x: pl.Tensor[[4, 8], pl.FP32], o: pl.InOut[pl.Tensor[[4, 8], pl.FP32]]) -> pl.Tensor[[4, 8], pl.FP32]:
        with pl.scope():
            new = pl.create_tensor([4, 8], dtype=pl.FP32)
            with pl.scope():
                deeper = pl.create_tensor([4, 8], dtype=pl.FP32)
        self.hand_on(deeper)
        new = pl.assemble(new, x, [0, 0])
        o = self.keep(new, o)
        return o
