# A predicate on a tensor that a task writes: who writes it is waited for, by an argument or by a task of its own.
import pypto.language as pl


@pl.program
class Predicates:
    @pl.function(type=pl.FunctionType.AIV)
    def count(self, flags: pl.InOut[pl.Tensor[[8], pl.INT32]]) -> pl.Tensor[[8], pl.INT32]:
        t = pl.load(flags, [0], [8])
        pl.store(pl.add(t, 1), [0], flags)
        return flags

    @pl.function(type=pl.FunctionType.AIV)
    def step(
        self, x: pl.Tensor[[16], pl.FP32], o: pl.InOut[pl.Tensor[[16], pl.FP32]]
    ) -> pl.Tensor[[16], pl.FP32]:
        t = pl.load(x, [0], [16])
        u = pl.load(o, [0], [16])
        pl.store(pl.add(t, u), [0], o)
        return o

    @pl.function(type=pl.FunctionType.AIV)
    def reads(
        self, flags: pl.Tensor[[8], pl.INT32], x: pl.Tensor[[16], pl.FP32], o: pl.InOut[pl.Tensor[[16], pl.FP32]]
    ) -> pl.Tensor[[16], pl.FP32]:
        t = pl.load(x, [0], [16])
        pl.store(pl.mul(t, 2.0), [0], o)
        return o

    @pl.function(type=pl.FunctionType.Orchestration, auto_scope=False)
    def main(
        self,
        x: pl.Tensor[[16], pl.FP32],
        flags: pl.InOut[pl.Tensor[[8], pl.INT32]],
        o: pl.InOut[pl.Tensor[[16], pl.FP32]],
    ) -> pl.Tensor[[16], pl.FP32]:
        with pl.scope():
            flags_1 = self.count(flags, attrs={"arg_directions": [pl.adir.inout]})
            o_1, t = pl.submit(
                self.step, x, o, predicate=(pl.tensor.read(flags_1, [3]) > 2),
                attrs={"arg_directions": [pl.adir.input, pl.adir.inout]},
            )
            flags_2 = self.count(flags_1, attrs={"arg_directions": [pl.adir.inout]})
            o_2, _u = pl.submit(
                self.reads, flags_2, x, o_1, deps=[t], predicate=(3 <= pl.tensor.read(flags_2, [0])),
                attrs={"arg_directions": [pl.adir.input, pl.adir.input, pl.adir.inout]},
            )
        return o_2
