# Two buffers that change places on every trip: a parallel copy.
# rows: C60
import pypto.language as pl


@pl.program
class Swap:
    @pl.function(type=pl.FunctionType.AIV)
    def step(
        self, x: pl.Tensor[[16, 16], pl.FP32], o: pl.Out[pl.Tensor[[16, 16], pl.FP32]]
    ) -> pl.Tensor[[16, 16], pl.FP32]:
        t = pl.load(x, [0, 0], [16, 16])
        pl.store(pl.add(t, 1.0), [0, 0], o)
        return o

    @pl.function(type=pl.FunctionType.AIV)
    def accumulate(
        self, x: pl.Tensor[[16, 16], pl.FP32], acc: pl.InOut[pl.Tensor[[16, 16], pl.FP32]]
    ) -> pl.Tensor[[16, 16], pl.FP32]:
        t = pl.load(x, [0, 0], [16, 16])
        a = pl.load(acc, [0, 0], [16, 16])
        pl.store(pl.add(a, t), [0, 0], acc)
        return acc

    @pl.function(type=pl.FunctionType.Orchestration, auto_scope=False)
    def main(self, a: pl.InOut[pl.Tensor[[16, 16], pl.FP32]], b: pl.InOut[pl.Tensor[[16, 16], pl.FP32]]) -> tuple[pl.Tensor[[16, 16], pl.FP32], pl.Tensor[[16, 16], pl.FP32]]:
        with pl.scope():
            for i, (p, q) in pl.range(
                3, init_values=(a, b), attrs={"iter_arg_rebind_0": True, "iter_arg_rebind_1": True}
            ):
                with pl.scope():
                    q_1 = self.step(p, q, attrs={"arg_directions": [pl.adir.input, pl.adir.inout]})
                p_end, q_end = pl.yield_(q_1, p)
            p_2 = self.accumulate(q_end, p_end, attrs={"arg_directions": [pl.adir.input, pl.adir.inout]})
        return p_2, q_end
